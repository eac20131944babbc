"""The lab in the browser: one small study at a time, played in a worker while its page looks on."""
