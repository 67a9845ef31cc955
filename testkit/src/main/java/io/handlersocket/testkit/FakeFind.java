// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A find, as it was asked for.
 *
 * @param in the part of the key that each of {@code values} takes the place of; -1 if there is no IN
 */
record FakeFind(
        String operator,
        List<@Nullable String> key,
        long limit,
        long offset,
        int in,
        List<String> values,
        List<Filter> filters) {

    /** A condition; if it does not hold, the row is passed over, or ends the search. */
    record Filter(
            boolean ends,
            String operator,
            int column,
            @Nullable String value) {}

    /** What the server says of a request it does not take. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String word) {
            super(word);
        }
    }

    private static final int MAX_VALUES = 32;
    private static final Set<String> OPERATORS = Set.of("=", "<", "<=", ">", ">=");

    /** Reads what follows the id of the index. */
    static FakeFind parse(Tokens tokens) throws Refused {
        String operator = tokens.next();
        long count = tokens.nextNumber();
        if (count > MAX_VALUES) {
            throw new Refused("fldnum");
        }
        List<@Nullable String> key = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            key.add(tokens.nextValue());
        }
        long limit = tokens.hasNext() ? tokens.nextNumber() : 1;
        long offset = tokens.nextNumber();
        int in = -1;
        List<String> values = new ArrayList<>();
        if (tokens.peek().equals("@")) {
            tokens.next();
            in = (int) tokens.nextNumber();
            long listed = tokens.nextNumber();
            if (listed == 0) {
                throw new Refused("invalueslen");
            }
            for (long i = 0; i < listed && tokens.hasNext(); i++) {
                values.add(Tokens.unescaped(tokens.next())); // NULL cannot be given here
            }
        }
        List<Filter> filters = new ArrayList<>();
        while (tokens.peek().equals("F") || tokens.peek().equals("W")) {
            boolean ends = tokens.next().equals("W");
            filters.add(new Filter(ends, tokens.next(), (int) tokens.nextNumber(), tokens.nextValue()));
        }
        if (!tokens.peek().isEmpty() || operator.equals("+")) {
            throw new Refused("readonly");
        }
        if (!OPERATORS.contains(operator)) {
            throw new Refused(operator.equals("S") ? "notimpl" : "op");
        }
        return new FakeFind(operator, key, Math.max(1, limit), offset, in, values, filters);
    }
}
