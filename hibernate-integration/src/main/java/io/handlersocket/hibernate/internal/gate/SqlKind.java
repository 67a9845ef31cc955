// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.Set;

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

    // What they set has no part in which rows a lookup finds or how its values look.
    private static final Set<String> HARMLESS_VARIABLES = Set.of(
            "foreign_key_checks",
            "unique_checks",
            "innodb_lock_wait_timeout",
            "lock_wait_timeout",
            "wait_timeout",
            "interactive_timeout",
            "net_read_timeout",
            "net_write_timeout",
            "max_statement_time");

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

    /**
     * A temporary table hides the table of that name from its session, but not from HandlerSocket. Those that Hibernate makes
     * for bulk statements have names of their own.
     */
    private static SqlKind create(SqlWords words) {
        String word = words.next();
        while (word.equals("or") || word.equals("replace")) {
            word = words.next();
        }
        if (!word.equals("temporary")) {
            return WRITE;
        }
        do {
            word = words.next();
        } while (word.equals("table") || word.equals("if") || word.equals("not") || word.equals("exists"));
        return word.startsWith("ht_") || word.startsWith("hte_") ? WRITE : SESSION;
    }

    private static SqlKind set(SqlWords words) {
        String target = words.next();
        if (target.equals("statement")) {
            return setStatement(words);
        }
        if (target.equals("session") || target.equals("local")) {
            target = words.next();
        }
        boolean harmless = target.equals("names")
                || (target.startsWith("@") && !target.startsWith("@@"))
                || HARMLESS_VARIABLES.contains(target.replaceFirst("^@@((session|local)\\.)?", ""));
        for (String word = words.next(); !word.isEmpty(); word = words.next()) {
            // A subquery or function could do anything; a comma could start the assignment of a session variable.
            if (word.equals("(") || word.equals(",") || word.equals(SqlWords.UNSURE)) {
                return SESSION;
            }
        }
        return harmless ? HARMLESS : SESSION;
    }

    /** {@code SET STATEMENT variable=value FOR statement} sets for that statement only. */
    private static SqlKind setStatement(SqlWords words) {
        String word = words.next();
        while (!word.isEmpty() && !word.equals("for") && !word.equals(SqlWords.UNSURE)) {
            word = words.next();
        }
        return switch (word.equals("for") ? words.next() : "") {
            case "select", "insert", "update", "delete", "replace", "with" -> WRITE;
            default -> SESSION;
        };
    }

    private static SqlKind read(SqlWords words, String first, boolean with) {
        String before = first;
        for (String word = words.next(); !word.isEmpty(); word = words.next()) {
            boolean writes = switch (word) {
                case SqlWords.UNSURE, "into" -> true;
                case "update", "share" -> before.equals("for") || with;
                case "insert", "delete", "replace" -> with;
                case "in" -> before.equals("lock");
                case "(" -> SqlWords.mayBeName(before) && !HarmlessFunctions.contains(before);
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
