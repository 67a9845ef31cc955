// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** One connection to {@link FakeHandlerSocket}: who it is, what it has open, and what the server would answer it. */
final class FakeSession {

    private final FakeHandlerSocket server;
    private final Map<Long, FakeIndex> open = new HashMap<>();
    private boolean authorized;

    FakeSession(FakeHandlerSocket server) {
        this.server = server;
    }

    /** The answer to a line without its LF; strings stand for bytes, as ISO-8859-1. */
    String answer(String line) {
        Tokens tokens = new Tokens(line);
        String command = tokens.next();
        if (command.equals("A")) {
            return authorize(tokens);
        }
        if (!authorized) {
            return "3\t1\tunauth\n";
        }
        if (command.equals("P")) {
            return open(tokens);
        }
        boolean isNumber = !command.isEmpty() && Character.isDigit(command.charAt(0));
        return isNumber ? find(Tokens.number(command), tokens) : "2\t1\tcmd\n";
    }

    /** Whether a line, which has been answered, was neither {@code A} nor {@code P}, from one who may ask. */
    boolean isReading(String line) {
        return authorized && !line.startsWith("A\t") && !line.startsWith("P\t");
    }

    private String authorize(Tokens tokens) {
        if (!tokens.next().equals("1")) {
            return "3\t1\tauthtype\n";
        }
        authorized = server.accepts(tokens.next());
        return authorized ? "0\t1\n" : "3\t1\tunauth\n";
    }

    private String open(Tokens tokens) {
        long id = tokens.nextNumber();
        FakeTable table = server.table(tokens.next() + '.' + tokens.next());
        if (table == null) {
            return "1\t1\topen_table\n";
        }
        if (!Set.of("PRIMARY", "", "0").contains(tokens.next())) {
            return "2\t1\tidxnum\n";
        }
        FakeIndex index = FakeIndex.open(table, tokens.next(), tokens.next());
        if (index == null) {
            return "2\t1\tfld\n";
        }
        open.put(id, index);
        return "0\t1\n";
    }

    private String find(long id, Tokens tokens) {
        FakeIndex index = open.get(id);
        if (index == null) {
            return "2\t1\tstmtnum\n";
        }
        try {
            return index.answer(FakeFind.parse(tokens));
        } catch (FakeFind.Refused e) {
            return "2\t1\t" + e.getMessage() + '\n';
        }
    }
}
