package live

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/live/mcp/gen/mcp"
	"github.com/wiregen/wiregen/wirert"
	"github.com/wiregen/wiregen/wirert/rpc"
)

// TestMCP has sessions with the reference server of the model context protocol.
func TestMCP(t *testing.T) {
	skipped(t, "mcp")
	dir := npmPeers(t)
	const name = "@modelcontextprotocol/server-everything"
	p := &peer{
		name: "server-everything " + npmVersion(t, dir, name),
		spec: absolute(t, "mcp", "mcp.yaml"),
		start: func(t *testing.T, _ string) (*exec.Cmd, string, string) {
			cmd := exec.Command("node", dir+"/node_modules/"+name+"/dist/index.js", "stdio")
			cmd.Dir = dir
			return cmd, "", ""
		},
	}
	p.sessions(t, "Go", host)
	p.sessions(t, "TypeScript", typeScript(t, "mcp", map[string]string{"mcp-part": "mcp/gen/ts"}))
	p.sessions(t, "Python", pythonClient(t, "mcp", "mcp/gen/py/mcp_part"))
}

// A hostHandler answers what a server asks.
type hostHandler struct {
	mcp.UnimplementedClientHandler
	tools   chan bool
	updated chan string
	logged  chan wirert.Raw
}

func (h *hostHandler) NotificationsToolsListChanged(context.Context) {
	select {
	case h.tools <- true:
	default:
	}
}

func (h *hostHandler) NotificationsResourcesUpdated(_ context.Context, p *mcp.NotificationsResourcesUpdatedParams) {
	h.updated <- p.URI
}

func (h *hostHandler) NotificationsMessage(_ context.Context, p *mcp.NotificationsMessageParams) {
	h.logged <- p.Data
}

func (h *hostHandler) RootsList(context.Context, *mcp.NoParams) (*mcp.RootsListResult, error) {
	return &mcp.RootsListResult{Roots: []mcp.Root{{URI: "file:///project", Name: new("work")}}}, nil
}

func (h *hostHandler) SamplingCreateMessage(_ context.Context, p *mcp.SamplingCreateMessageParams) (*mcp.SamplingCreateMessageResult, error) {
	return &mcp.SamplingCreateMessageResult{Role: mcp.RoleAssistant, Content: &mcp.TextContent{Text: "words of a model"}, Model: "none", StopReason: new("endTurn")}, nil
}

func (h *hostHandler) ElicitationCreate(_ context.Context, p mcp.Elicitation) (*mcp.ElicitationCreateResult, error) {
	if form, ok := p.(*mcp.FormElicitation); !ok || !strings.Contains(string(form.RequestedSchema), "birthdate") {
		return &mcp.ElicitationCreateResult{Action: mcp.ElicitActionDecline}, nil
	}
	return &mcp.ElicitationCreateResult{Action: mcp.ElicitActionAccept, Content: wirert.Raw(`{"name":"Ada","check":true}`)}, nil
}

func host(ctx context.Context, t *testing.T, l link) {
	h := &hostHandler{tools: make(chan bool, 1), updated: make(chan string, 100), logged: make(chan wirert.Raw, 100)}
	c := connected(ctx, t, l, mcp.ClientOptions{
		Handler: h, Options: rpc.Options{Report: l.report},
		Handshake: &mcp.InitializeParams{
			ClientInfo:   mcp.Implementation{Name: "wiregen", Version: "1"},
			Capabilities: mcp.ClientCapabilities{Roots: &mcp.ClientCapabilitiesRoots{ListChanged: new(true)}, Sampling: wirert.Raw("{}"), Elicitation: wirert.Raw(`{"form":{}}`)},
		},
	}, mcp.StartServer, mcp.ConnectServer)
	defer closed(t, c)
	if c.Version() != "2025-11-25" || !strings.Contains(*c.Handshake().Instructions, "Everything") {
		t.Errorf("it is version %s, with the instructions %s", c.Version(), *c.Handshake().Instructions)
	}
	if err := c.NotificationsInitialized(ctx); err != nil {
		t.Fatal(err)
	}
	// Tools for what the client can do come when the server has seen that.
	await(ctx, t, h.tools)
	await(ctx, t, h.logged) // the folders were asked for

	if err := errors.Join(c.Ping(ctx, nil), c.LoggingSetLevel(ctx, &mcp.LoggingSetLevelParams{Level: mcp.LogLevelDebug})); err != nil {
		t.Error(err)
	}
	call := func(name, arguments string) *mcp.ToolsCallResult {
		t.Helper()
		return must(c.ToolsCall(ctx, &mcp.ToolsCallParams{Name: name, Arguments: wirert.Raw(arguments)}))(t)
	}
	tools := must(c.ToolsList(ctx, nil))(t)
	if len(tools.Tools) < 13 {
		t.Errorf("there are %d tools", len(tools.Tools))
	}
	for name, test := range map[string]struct{ arguments, want string }{
		"echo":                        {`{"message":"grüß dich \u2028 😀"}`, "Echo: grüß dich \u2028 😀"},
		"get-sum":                     {`{"a":1.5,"b":2}`, "The sum of 1.5 and 2 is 3.5."},
		"get-structured-content":      {`{"location":"Chicago"}`, "temperature"},
		"get-roots-list":              {`{}`, "file:///project"},
		"trigger-sampling-request":    {`{"prompt":"say something"}`, "words of a model"},
		"trigger-elicitation-request": {`{}`, "User provided"},
	} {
		if got := call(name, test.arguments); got.IsError || len(got.Content) == 0 || !strings.Contains(words(got.Content[0]), test.want) {
			t.Errorf("%s returns %s", name, contents(got.Content))
		}
	}
	if got := call("get-sum", `{"a":1,"b":"x"}`); !got.IsError {
		t.Errorf("a sum of words is %s", contents(got.Content))
	}
	if got := call("get-tiny-image", `{}`); len(got.Content) != 3 || len(got.Content[1].(*mcp.ImageContent).Data) == 0 {
		t.Errorf("the image is %s", contents(got.Content))
	}
	if got := call("get-resource-links", `{"count":2}`); len(got.Content) != 3 || got.Content[1].(*mcp.ResourceLink).Body.URI == "" {
		t.Errorf("the links are %s", contents(got.Content))
	}
	if got := call("get-annotated-message", `{"messageType":"error","includeImage":true}`); len(got.Content) != 2 || *got.Content[0].(*mcp.TextContent).Annotations.Priority != 1 {
		t.Errorf("the message is %s", contents(got.Content))
	}
	hostProgress(ctx, t, c)
	hostReads(ctx, t, c, h)
}

// hostProgress reads the progress of a call, and cancels one.
func hostProgress(ctx context.Context, t *testing.T, c *mcp.Client) {
	long := c.StreamToolsCall(ctx, &mcp.ToolsCallParams{
		Name: "trigger-long-running-operation", Arguments: wirert.Raw(`{"duration":0.5,"steps":5}`), Meta: &mcp.Meta{ProgressToken: mcp.MetaProgressTokenInt(7)},
	})
	reports := 0
	for p, err := range long.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if reports++; p.Progress != float64(reports) || p.Total == nil || *p.Total != 5 {
			t.Errorf("the progress is %+v", p)
		}
	}
	if got := must(long.Result())(t); reports != 5 || !strings.Contains(words(got.Content[0]), "completed") {
		t.Errorf("%d reports, and then %s", reports, contents(got.Content))
	}
	// The tool goes on after it was cancelled, and says so only at its end.
	cancelled, stop := context.WithCancelCause(ctx)
	cause := errors.New("enough")
	slow := c.StreamToolsCall(cancelled, &mcp.ToolsCallParams{Name: "trigger-long-running-operation", Arguments: wirert.Raw(`{"duration":600,"steps":1}`)})
	if err := c.Ping(ctx, nil); err != nil {
		t.Error(err)
	}
	stop(cause)
	if _, err := slow.Result(); !errors.Is(err, cause) {
		t.Errorf("the cancelled call ends with %v", err)
	}
}

// hostReads reads prompts and resources.
func hostReads(ctx context.Context, t *testing.T, c *mcp.Client, h *hostHandler) {
	prompts := must(c.PromptsList(ctx, nil))(t)
	if len(prompts.Prompts) != 4 {
		t.Errorf("there are %d prompts", len(prompts.Prompts))
	}
	prompt := must(c.PromptsGet(ctx, &mcp.PromptsGetParams{Name: "args-prompt", Arguments: map[string]string{"city": "Köln"}}))(t)
	if len(prompt.Messages) != 1 || !strings.Contains(words(prompt.Messages[0].Content), "Köln") {
		t.Errorf("the prompt is %+v", prompt.Messages)
	}
	prompt = must(c.PromptsGet(ctx, &mcp.PromptsGetParams{Name: "resource-prompt", Arguments: map[string]string{"resourceType": "Text", "resourceId": "1"}}))(t)
	if len(prompt.Messages) != 2 || prompt.Messages[1].Content.(*mcp.EmbeddedResource).Resource == nil {
		t.Errorf("the prompt is %+v", prompt.Messages)
	}
	if _, err := c.PromptsGet(ctx, &mcp.PromptsGetParams{Name: "no such prompt"}); !errors.Is(err, mcp.ErrInvalidParams) {
		t.Errorf("a prompt that is not there: %v", err)
	}
	list := must(c.ResourcesList(ctx, &mcp.Page{}))(t)
	templates := must(c.ResourcesTemplatesList(ctx, nil))(t)
	if len(list.Resources) == 0 || len(templates.ResourceTemplates) != 2 {
		t.Errorf("there are %d resources and %d templates", len(list.Resources), len(templates.ResourceTemplates))
	}
	text := must(c.ResourcesRead(ctx, &mcp.ResourcesReadParams{URI: list.Resources[0].URI}))(t)
	if content, ok := text.Contents[0].(*mcp.TextContents); !ok || len(content.Text) < 1000 {
		t.Errorf("the resource is %+v", text.Contents)
	}
	blob := must(c.ResourcesRead(ctx, &mcp.ResourcesReadParams{URI: "demo://resource/dynamic/blob/1"}))(t)
	if content, ok := blob.Contents[0].(*mcp.BlobContents); !ok || !strings.Contains(string(content.Blob), "Resource 1") {
		t.Errorf("the resource is %+v", blob.Contents)
	}
	if _, err := c.ResourcesRead(ctx, &mcp.ResourcesReadParams{URI: "demo://nothing"}); err == nil {
		t.Error("a resource that is not there can be read")
	}
	more := must(c.CompletionComplete(ctx, &mcp.CompletionCompleteParams{
		Ref: &mcp.PromptReference{Name: "completable-prompt"}, Argument: mcp.CompletionCompleteParamsArgument{Name: "department", Value: "E"},
	}))(t)
	if len(more.Completion.Values) != 1 || more.Completion.Values[0] != "Engineering" {
		t.Errorf("the completions are %q", more.Completion.Values)
	}
	uri := "demo://resource/dynamic/text/1"
	if err := c.ResourcesSubscribe(ctx, &mcp.ResourcesSubscribeParams{URI: uri}); err != nil {
		t.Error(err)
	}
	// The tool begins at once, and goes on every few seconds until it is called again.
	must(c.ToolsCall(ctx, &mcp.ToolsCallParams{Name: "toggle-subscriber-updates"}))(t)
	if got := await(ctx, t, h.updated); got != uri {
		t.Errorf("%s was updated", got)
	}
	must(c.ToolsCall(ctx, &mcp.ToolsCallParams{Name: "toggle-subscriber-updates"}))(t)
	if err := c.ResourcesUnsubscribe(ctx, &mcp.ResourcesUnsubscribeParams{URI: uri}); err != nil {
		t.Error(err)
	}
}

func words(c mcp.Content) string {
	if text, ok := c.(*mcp.TextContent); ok {
		return text.Text
	}
	return ""
}

func contents(list []mcp.Content) string {
	var out []string
	for _, c := range list {
		out = append(out, string(c.AppendJSON(nil)))
	}
	return strings.Join(out, " ")
}
