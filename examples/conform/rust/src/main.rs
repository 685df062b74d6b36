use base64::{engine::general_purpose::STANDARD, Engine};
use serde::{de::DeserializeOwned, Deserialize, Deserializer, Serialize};
use serde_json::{json, Value};
use std::io::{stdin, BufRead};

#[derive(Deserialize, Serialize)]
struct State(String); // whatever it is: a newer server has more states

#[derive(Deserialize, Serialize)]
struct Job {
    id: String,
    state: State,
    #[serde(deserialize_with = "integer")]
    size: i64,
    #[serde(deserialize_with = "Option::deserialize")] // null, but not absent
    parent: Option<String>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    note: Option<String>, // absent, but not null
}

fn integer<'de, D: Deserializer<'de>>(d: D) -> Result<i64, D::Error> {
    let x = f64::deserialize(d)?; // 1.0 is an integer
    let fits = x.fract() == 0.0 && x.abs() < 9007199254740992.0;
    fits.then_some(x as i64).ok_or(serde::de::Error::custom("not an integer"))
}

fn present<'de, D: Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    String::deserialize(d).map(Some)
}

// All above is the SDK. What follows connects it with wiregen conform.
fn read<T: DeserializeOwned + Serialize>(text: &[u8]) -> Value {
    // Through a Value, because of two members with one key the last counts.
    match serde_json::from_slice::<Value>(text).and_then(serde_json::from_value::<T>) {
        Ok(v) => json!({"written": serde_json::to_string(&v).unwrap()}),
        Err(e) => json!({"message": e.to_string()}),
    }
}

fn main() {
    for line in stdin().lock().lines() {
        let q: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let text = match q["base64"].as_str() {
            Some(coded) => STANDARD.decode(coded).unwrap(),
            None => q["text"].as_str().unwrap().into(),
        };
        let mut answer = match q["type"].as_str() {
            Some("State") => read::<State>(&text),
            Some("Job") => read::<Job>(&text),
            _ => json!({"skip": "not in this SDK"}),
        };
        answer["id"] = q["id"].clone();
        println!("{answer}");
    }
}
