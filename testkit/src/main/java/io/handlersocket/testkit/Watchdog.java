// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sees to it that no server outlives this JVM, however the JVM ends.
 *
 * <p>A shell waits at the end of a pipe whose other end only the JVM holds. When the pipe closes, by SIGKILL too, the
 * shell kills the server and deletes its folder. It works wherever there is a POSIX shell, and ignores the signals a
 * terminal sends to the whole process group.
 */
final class Watchdog {
    /** The server's process id, written by {@link #LAUNCH} before the server exists, so that there is no gap. */
    private static final String PID_FILE = "launched.pid";

    // A server whose files may not grow gets an error then, as on a full disk, and no deadly signal.
    private static final String LAUNCH = "trap '' XFSZ; echo $$ > \"$0\" && exec \"$@\"";

    // The process is compared with the folder in its arguments: an old process id can belong to somebody else by now.
    private static final String WATCH = """
            trap '' INT TERM HUP QUIT
            dir=$1
            while read -r line; do :; done
            ours() {
                if [ -r "/proc/$1/cmdline" ]; then grep -qF -- "$dir/" "/proc/$1/cmdline"
                else ps -p "$1" -o args= 2>/dev/null | grep -qF -- "$dir/"; fi
            }
            finish() {
                pid=$(cat "$dir/launched.pid" 2>/dev/null)
                if [ -n "$pid" ] && ours "$pid"; then
                    kill -9 "$pid" 2>/dev/null
                    n=0
                    while ours "$pid" && [ $n -lt 50 ]; do n=$((n + 1)); sleep 0.1; done
                fi
                rm -rf "$dir"
            }
            finish
            # A server that was just being launched has written its process id by now, or finds no folder to start in.
            if [ -e "$dir" ]; then sleep 1; finish; fi
            exit 0
            """;

    private final Path folder;
    private final Process shell;

    private Watchdog(Path folder, Process shell) {
        this.folder = folder;
        this.shell = shell;
    }

    static Watchdog over(Path folder) throws IOException {
        Process shell = new ProcessBuilder("/bin/sh", "-c", WATCH, "handlersocket-testkit-watchdog", folder.toString())
                .directory(Path.of("/").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Watchdog(folder, shell);
    }

    /** The command to start instead of {@code command}: same process id, but known to the watchdog. */
    List<String> watched(List<String> command) {
        List<String> line = new ArrayList<>(
                List.of("/bin/sh", "-c", LAUNCH, folder.resolve(PID_FILE).toString()));
        line.addAll(command);
        return line;
    }

    /** The server has ended: its process id is nobody's business any more. */
    void forget() throws IOException {
        Files.deleteIfExists(folder.resolve(PID_FILE));
    }

    /** Lets the shell do its work now, and waits for it. */
    void close() throws IOException {
        shell.getOutputStream().close();
        try {
            if (shell.waitFor(10, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // The pipe is closed: the shell goes on by itself.
    }
}
