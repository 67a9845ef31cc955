// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.io.OutputStream;

/** What becomes of an answer on its way out. */
final class Misbehaviour {

    private static final long DRIP_MILLIS = 5;

    private Misbehaviour() {}

    static void write(OutputStream out, FakeHandlerSocket.Fault fault, String answer)
            throws IOException, InterruptedException {
        switch (fault) {
            case NONE -> Lines.write(out, answer);
            case CUT -> Lines.write(out, answer.substring(0, answer.length() / 2));
            case EXTRA -> Lines.write(out, answer + answer);
            case GARBAGE -> Lines.write(out, "\u0000\u00ff\u0001 not\u0007an answer\t\t\n");
            case ERROR -> Lines.write(out, "1\t1\tlock_tables\n");
            case DRIP -> {
                for (int i = 0; i < answer.length(); i++) {
                    Lines.write(out, answer.substring(i, i + 1));
                    Thread.sleep(DRIP_MILLIS);
                }
            }
            case STALL, SKIP, CLOSE -> {
                // Nothing is written; the caller does the rest.
            }
        }
    }
}
