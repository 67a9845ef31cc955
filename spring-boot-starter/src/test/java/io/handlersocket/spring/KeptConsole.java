// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * Keeps standard output and error until {@link #close()}, and does not print them: logs at TRACE are tens of megabytes,
 * which a build would have to copy and to write.
 */
final class KeptConsole implements AutoCloseable {

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    KeptConsole() {
        PrintStream kept = new PrintStream(bytes, false, UTF_8);
        System.setOut(kept);
        System.setErr(kept);
    }

    /** Returns what was written so far. */
    String text() {
        return bytes.toString(UTF_8);
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(err);
    }
}
