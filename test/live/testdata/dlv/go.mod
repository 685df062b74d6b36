module example.com/debuggee

go 1.26
