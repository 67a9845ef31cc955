// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel says of a process. */
final class ProcessState {

    private ProcessState() {}

    /** Whether every thread has stopped after SIGSTOP; true where the system does not say. */
    static boolean isStopped(long pid) throws IOException {
        Path threads = Path.of("/proc/" + pid + "/task");
        if (!Files.isDirectory(threads)) {
            return true;
        }
        try (Stream<Path> each = Files.list(threads)) {
            for (Path thread : each.toList()) {
                String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') { // behind the name, which may hold anything
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException e) {
            return false; // a thread ended meanwhile
        }
    }
}
