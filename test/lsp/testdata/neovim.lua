-- What Neovim 0.7 and later do with the server: SERVER and FILE are in the environment. Prints a line
-- for each thing that was seen. The file is a spec with a type Task.
local function wait(what, ready)
  if not vim.wait(10000, ready, 20) then
    print('missing: ' .. what)
    vim.cmd('cquit')
  end
  print(what)
end

local function line(pattern)
  for i, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = text:find(pattern)
    if at then return i, at - 1, text end
  end
end

local function go(pattern, to)
  local row, column, text = line(pattern)
  vim.api.nvim_win_set_cursor(0, { row, (to and text:find(to) - 1) or column })
end

vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
local id = vim.lsp.start_client({
  name = 'wiregen',
  cmd = { vim.env.SERVER, 'lsp' },
  root_dir = vim.fn.fnamemodify(vim.env.FILE, ':h'),
  init_options = { diagnostics = { delay = 0 } },
})
vim.lsp.buf_attach_client(0, id)
wait('started', function()
  local client = vim.lsp.get_client_by_id(id)
  return client and client.initialized
end)

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000) or {}
  return answers[id] and answers[id].result
end

-- A mistake is shown, and an action repairs it.
go('Tusk')
wait('diagnostics', function()
  return vim.tbl_count(vim.tbl_filter(function(d) return d.message:find('Tusk') end, vim.diagnostic.get(0))) > 0
end)
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
for _, action in ipairs(ask('textDocument/codeAction', params) or {}) do
  if action.edit and action.kind == 'quickfix' then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
    break
  end
end
wait('repaired', function() return line('Tusk') == nil and #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 0 end)

-- A type is completed where it is used.
go('"Task%[%]"', 'Task')
local list = ask('textDocument/completion', vim.lsp.util.make_position_params())
for _, item in ipairs(vim.lsp.util.text_document_completion_list_to_complete_items(list or {}, '')) do
  if item.abbr == 'Task' or item.word == 'Task' then print('completion') break end
end

-- The cursor goes to the declaration.
vim.lsp.buf.definition()
wait('definition', function()
  return vim.api.nvim_get_current_line():find('^  Task:') ~= nil
end)

-- A rename changes the declaration and the uses.
vim.lsp.buf.rename('Job')
wait('renamed', function() return line('^  Job:') and line('"Job%[%]"') and not line('Task') end)

vim.lsp.stop_client(id)
wait('stopped', function() return vim.lsp.get_client_by_id(id) == nil end)
vim.cmd('qall!')
