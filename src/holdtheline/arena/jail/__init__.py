"""Bot processes and the sandbox around them. Nothing here depends on a game or on the protocol.

The referee's `supervisor` asks the `zygote` for a process; the zygote forks, and the child locks itself down
(`sandbox`: `privileges`, `rlimits`, `landlock`, `seccomp`) before it runs the bot. The zygote then watches the memory
of bots (`memory_watch`) and hears of forbidden calls (`attack_notices`). `self_test` attacks all of it (`battery`)."""
