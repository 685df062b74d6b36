//! An agent on the types of kanade-shared, which has none of its own: it listens on a Unix
//! socket, serves one connection after another, and makes up what it says.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};

use chrono::{DateTime, Duration, TimeZone, Utc};
use kanade_shared::ipc::envelope::{decode_params, RpcMessage, RpcNotification, RpcRequest, RpcResponse};
use kanade_shared::ipc::error::{ErrorKind, RpcError};
use kanade_shared::ipc::handshake::{features, HandshakeParams, HandshakeResult, HandshakeSession, PROTOCOL_V1};
use kanade_shared::ipc::{jobs::*, maintenance::*, method, notifications::*, state::*, support::*, system::*};
use serde::de::DeserializeOwned;
use serde::Serialize;
use serde_json::Value;

const MAX_FRAME: usize = 1 << 20;

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).expect("the path of the socket");
    let listener = UnixListener::bind(&path)?;
    println!("listening at: {path}");
    for stream in listener.incoming() {
        let mut connection = Connection { stream: stream?, greeted: false, subscribed: HashSet::new() };
        if let Err(fault) = connection.serve() {
            eprintln!("the connection ends: {fault}");
        }
    }
    Ok(())
}

struct Connection {
    stream: UnixStream,
    greeted: bool,
    subscribed: HashSet<&'static str>,
}

/// What a method returns, or why it does not.
type Outcome = Result<Value, RpcError>;

impl Connection {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            let mut head = [0; 4];
            match self.stream.read_exact(&mut head) {
                Err(fault) if fault.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                other => other?,
            }
            let length = u32::from_le_bytes(head) as usize;
            if length > MAX_FRAME {
                return self.write(&RpcResponse::err_anonymous(RpcError::new(ErrorKind::PayloadTooLarge, format!("{length} bytes"))));
            }
            let mut body = vec![0; length];
            self.stream.read_exact(&mut body)?;
            match serde_json::from_slice(&body) {
                Ok(RpcMessage::Request(request)) => self.request(request)?,
                Ok(_) => {}
                Err(fault) => self.write(&RpcResponse::err_anonymous(RpcError::new(ErrorKind::ParseError, fault.to_string())))?,
            }
        }
    }

    fn write<T: Serialize>(&mut self, message: &T) -> io::Result<()> {
        let body = serde_json::to_vec(message)?;
        self.stream.write_all(&(body.len() as u32).to_le_bytes())?;
        self.stream.write_all(&body)
    }

    fn push<T: Serialize>(&mut self, method: &str, params: &T) -> io::Result<()> {
        self.write(&RpcNotification::new(method, params)?)
    }

    /// Answers a request, and pushes what follows from it.
    fn request(&mut self, request: RpcRequest) -> io::Result<()> {
        let outcome = if self.greeted || request.method == method::SYSTEM_HANDSHAKE {
            self.call(&request.method, request.params)
        } else {
            Err(RpcError::new(ErrorKind::InvalidRequest, "the first call is system.handshake"))
        };
        let failed = outcome.is_err();
        self.write(&match outcome {
            Ok(value) => RpcResponse::ok(request.id, &value)?,
            Err(error) => RpcResponse::err(request.id, error),
        })?;
        if failed {
            return Ok(());
        }
        match request.method.as_str() {
            method::STATE_SUBSCRIBE => self.push(method::STATE_CHANGED, &StateChangedParams { snapshot: snapshot(), at: noon() }),
            method::NOTIFICATIONS_SUBSCRIBE => {
                self.push(method::NOTIFICATIONS_NEW, &NotificationNewParams { notification: notification("n-2", NotificationPriority::Emergency) })?;
                self.push(
                    method::NOTIFICATIONS_AMENDED,
                    &NotificationAmendedParams { amend: NotificationAmend { id: "n-2".into(), op: NotificationAmendOp::Recall } },
                )
            }
            method::JOBS_EXECUTE if self.subscribed.contains(method::JOBS_SUBSCRIBE) => {
                let report = |status, stdout: Option<&str>, exit_code| JobProgress {
                    run_id: "run-1".into(),
                    status,
                    stdout_chunk: stdout.map(str::to_owned),
                    stderr_chunk: None,
                    exit_code,
                };
                self.push(method::JOBS_PROGRESS, &report(RunStatus::Queued, None, None))?;
                self.push(method::JOBS_PROGRESS, &report(RunStatus::Running, Some("Grüße 😀\n\u{2028}"), None))?;
                self.push(method::JOBS_PROGRESS, &report(RunStatus::Failed, None, Some(-1)))
            }
            _ => Ok(()),
        }
    }

    fn call(&mut self, name: &str, params: Value) -> Outcome {
        match name {
            method::SYSTEM_HANDSHAKE => {
                let offer: HandshakeParams = read(params)?;
                if !offer.protocol.contains(&PROTOCOL_V1) {
                    return Err(RpcError::bare(ErrorKind::StaleProtocol));
                }
                self.greeted = true;
                result(HandshakeResult {
                    protocol: PROTOCOL_V1,
                    agent_version: "0.45.0".into(),
                    features: [features::PUSH_NOTIFICATIONS, features::PUSH_JOBS, features::PUSH_STATE, features::SUPPORT_DIAGNOSTICS, "push.future"].map(str::to_owned).into(),
                    session: HandshakeSession { user: "DOMAIN\\zoë".into(), session_id: u32::MAX, pc_id: "PC1".into() },
                    client_display_name: Some(offer.client),
                })
            }
            method::SYSTEM_PING => result(PingResult { agent_time: Utc::now() }),
            method::SYSTEM_VERSION => result(VersionResult { agent_version: "0.45.0".into(), target_agent_version: "0.46.0".into(), target_client_version: None }),
            method::SYSTEM_LOG_TAIL => {
                let asked: LogTailParams = read_or_default(params)?;
                result(LogTailResult { lines: (0..asked.lines.min(1000)).map(|i| format!("line {i}")).collect(), truncated: asked.lines > 1000 })
            }
            method::STATE_SNAPSHOT => result(snapshot()),
            method::STATE_SUBSCRIBE => self.subscribe(method::STATE_SUBSCRIBE),
            method::NOTIFICATIONS_SUBSCRIBE => self.subscribe(method::NOTIFICATIONS_SUBSCRIBE),
            method::JOBS_SUBSCRIBE => self.subscribe(method::JOBS_SUBSCRIBE),
            method::STATE_UNSUBSCRIBE => self.unsubscribe(method::STATE_SUBSCRIBE, read::<StateUnsubscribeParams>(params)?.subscription),
            method::NOTIFICATIONS_UNSUBSCRIBE => self.unsubscribe(method::NOTIFICATIONS_SUBSCRIBE, read::<NotificationsUnsubscribeParams>(params)?.subscription),
            method::JOBS_UNSUBSCRIBE => self.unsubscribe(method::JOBS_SUBSCRIBE, read::<JobsUnsubscribeParams>(params)?.subscription),
            method::NOTIFICATIONS_LIST => {
                let asked: NotificationsListParams = read_or_default(params)?;
                let mut items = vec![notification("n-1", NotificationPriority::Info)];
                if asked.filter == NotificationsFilter::All {
                    items[0].acked_at = Some(noon());
                    items.push(notification("n-0", NotificationPriority::Unknown));
                }
                items.truncate(asked.limit as usize);
                result(NotificationsListResult { items, next_cursor: asked.cursor })
            }
            method::NOTIFICATIONS_ACK => {
                read::<NotificationsAckParams>(params)?;
                result(NotificationsAckResult { acked_at: noon() })
            }
            method::NOTIFICATIONS_UNACK => {
                read::<NotificationsUnackParams>(params)?;
                result(NotificationsUnackResult { unacked_at: noon() })
            }
            method::JOBS_LIST => {
                let asked: JobsListParams = read_or_default(params)?;
                result(JobsListResult { items: vec![job(asked.category)] })
            }
            method::JOBS_EXECUTE => match read::<JobsExecuteParams>(params)?.id.as_str() {
                "forbidden" => Err(RpcError::new(ErrorKind::Unauthorized, "user_invokable is false")),
                _ => result(JobsExecuteResult { run_id: "run-1".into() }),
            },
            method::JOBS_KILL => {
                if read::<JobsKillParams>(params)?.run_id != "run-1" {
                    return Err(RpcError::new(ErrorKind::NotFound, "there is no such run"));
                }
                result(JobsKillResult { requested_at: noon() })
            }
            method::SUPPORT_UPLOAD_DIAGNOSTICS => {
                let asked: SupportUploadDiagnosticsParams = read_or_default(params)?;
                result(SupportUploadDiagnosticsResult { object_key: asked.summary, ticket_id: asked.contact, ticket_url: None, size_bytes: u64::MAX })
            }
            method::SUPPORT_UNLOCK => {
                read::<SupportUnlockParams>(params)?;
                result(SupportUnlockResult { grants: vec![UnlockGrant { scope: "repair".into(), label: None, expires_at: noon() + Duration::minutes(15) }] })
            }
            method::SUPPORT_LOCK => result(SupportLockResult { released: 1 }),
            method::SUPPORT_STATUS => result(SupportStatusResult { grants: vec![] }),
            method::MAINTENANCE_LIST => {
                let asked: MaintenanceListParams = read_or_default(params)?;
                let item = MaintenanceItem {
                    schedule_id: "s-1".into(),
                    manifest_id: "m-1".into(),
                    display_name: "Update".into(),
                    next_fire_at: noon() + Duration::days(asked.window_days.into()),
                    deferrable: true,
                };
                result(MaintenanceListResult { items: vec![item] })
            }
            method::MAINTENANCE_DEFER => {
                let asked: MaintenanceDeferParams = read(params)?;
                result(MaintenanceDeferResult { new_fire_at: noon() + asked.duration.as_duration() })
            }
            _ => Err(RpcError::new(ErrorKind::MethodNotFound, name)),
        }
    }

    fn subscribe(&mut self, to: &'static str) -> Outcome {
        self.subscribed.insert(to);
        result(StateSubscribeResult { subscription: to.into() })
    }

    fn unsubscribe(&mut self, to: &'static str, subscription: String) -> Outcome {
        if subscription != to || !self.subscribed.remove(to) {
            return Err(RpcError::new(ErrorKind::NotFound, "there is no such subscription"));
        }
        result(())
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, RpcError> {
    serde_json::from_value(params).map_err(invalid)
}

fn read_or_default<P: DeserializeOwned + Default>(params: Value) -> Result<P, RpcError> {
    decode_params(params).map_err(invalid)
}

fn invalid(fault: serde_json::Error) -> RpcError {
    RpcError::new(ErrorKind::InvalidParams, fault.to_string())
}

fn result<T: Serialize>(value: T) -> Outcome {
    serde_json::to_value(value).map_err(|fault| RpcError::new(ErrorKind::InternalError, fault.to_string()))
}

/// A time with a fraction, which chrono writes with as many digits as it needs.
fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap() + Duration::nanoseconds(1_500)
}

fn snapshot() -> StateSnapshot {
    let check = |name: &str, status, health_hidden| Check { name: name.into(), label: None, status, detail: Some("ok".into()), troubleshoot: None, health_hidden };
    StateSnapshot {
        pc_id: "PC1".into(),
        online: true,
        checks: vec![check("disk", CheckStatus::Ok, false), check("clock", CheckStatus::Unknown, true)],
        agent_version: "0.45.0".into(),
        target_version: "0.46.0".into(),
    }
}

fn notification(id: &str, priority: NotificationPriority) -> Notification {
    Notification {
        id: id.into(),
        priority,
        require_ack: true,
        title: "Restart".into(),
        body: "Today \"at noon\"".into(),
        toast: false,
        issued_at: noon(),
        issued_by: None,
        expires_at: Some(noon() + Duration::days(1)),
        acked_at: None,
        edited_at: None,
        acks_reset_at: None,
    }
}

fn job(category: Option<String>) -> UserInvokableJob {
    UserInvokableJob {
        id: "repair".into(),
        display_name: "Repair".into(),
        display_description: None,
        icon: Some("wrench".into()),
        category: category.unwrap_or_else(|| CATEGORY_SOFTWARE_UPDATE.into()),
        category_label: None,
        category_icon: None,
        category_order: Some(i64::MIN),
        version: "1.0".into(),
        timeout_secs: Some(u64::MAX),
        confirm: Some(JobConfirm { enabled: true, message: None }),
        unlock: Some("repair".into()),
        last_run: Some(JobRun { run_id: "run-0".into(), status: RunStatus::Killed, started_at: noon(), finished_at: Some(noon()), exit_code: Some(i32::MIN) }),
    }
}
