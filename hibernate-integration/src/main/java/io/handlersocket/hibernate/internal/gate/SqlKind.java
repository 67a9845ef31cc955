// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

/** What an SQL statement does to its transaction, told from its text; in doubt {@link #WRITE}. */
public enum SqlKind {
    /** A SELECT or SHOW that locks nothing, stores nothing and calls only functions that are known to be harmless. */
    READ,
    /** Changes neither data nor what is seen of it: {@code SET NAMES}, {@code SET @variable}. */
    HARMLESS,
    /** Changes how the session works, maybe for later transactions too: any other SET, USE, LOCK TABLES, temporary tables. Counts as a write. */
    SESSION,
    /** Everything else, including what only looks like a read: FOR UPDATE, INTO, stored functions, several statements. */
    WRITE;

    /** The kind of this statement. */
    public static SqlKind of(String sql) {
        return classify(new SqlWords(sql));
    }

    private static SqlKind classify(SqlWords words) {
        String first = words.next();
        while (first.equals("(")) {
            first = words.next();
        }
        return switch (first) {
            case "select", "show" -> read(words, first, false);
            case "with" -> read(words, first, true);
            case "set" -> set(words);
            case "use", "lock", "unlock", "handler" -> SESSION;
            case "create" -> create(words);
            default -> WRITE;
        };
    }

    /** A temporary table hides the table of that name from its session, but not from HandlerSocket. */
    private static SqlKind create(SqlWords words) {
        String word = words.next();
        while (word.equals("or") || word.equals("replace")) {
            word = words.next();
        }
        return word.equals("temporary") ? SESSION : WRITE;
    }

    private static SqlKind set(SqlWords words) {
        String target = words.next();
        boolean harmless = target.equals("names") || (target.startsWith("@") && !target.startsWith("@@"));
        for (String word = words.next(); !word.isEmpty(); word = words.next()) {
            // A subquery or function could do anything; a comma could start the assignment of a session variable.
            if (word.equals("(") || word.equals(",") || word.equals(SqlWords.UNSURE)) {
                return SESSION;
            }
        }
        return harmless ? HARMLESS : SESSION;
    }

    private static SqlKind read(SqlWords words, String first, boolean with) {
        String before = first;
        for (String word = words.next(); !word.isEmpty(); word = words.next()) {
            boolean writes = switch (word) {
                case SqlWords.UNSURE, "into" -> true;
                case "update", "share" -> before.equals("for") || with;
                case "insert", "delete", "replace" -> with;
                case "in" -> before.equals("lock");
                case "(" -> SqlWords.isName(before) && !HarmlessFunctions.contains(before);
                default -> false;
            };
            if (writes) {
                return WRITE;
            }
            before = word;
        }
        return READ;
    }
}
