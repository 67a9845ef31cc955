// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Counts sockets that the other side has closed and this side has not, as the kernel of Linux lists them. */
public final class CloseWait {

    private static final String STATE = "08";
    private static final List<Path> LISTS = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    private CloseWait() {}

    /** Skips the test where the kernel shows no such list. */
    public static void assumeKnown() {
        assumeTrue(Files.isReadable(LISTS.get(0)));
    }

    /** Returns the number of such sockets that are connected to a port. */
    public static long towards(int port) {
        String end = String.format(Locale.ROOT, ":%04X", port);
        return LISTS.stream()
                .filter(Files::isReadable)
                .flatMap(CloseWait::lines)
                .map(line -> line.strip().split("\\s+"))
                .filter(columns -> columns[2].endsWith(end) && columns[3].equals(STATE))
                .count();
    }

    private static Stream<String> lines(Path list) {
        try {
            return Files.readAllLines(list).stream().skip(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
