// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The kind and tables of one statement, read from its text by an allowlist: unrecognised text is {@link
 * SqlKind#ANYTHING}.
 *
 * @param kind the kind, if the tables are base tables
 * @param tables the tables as the text writes them, with their schema if the text has one
 */
record SqlShape(SqlKind kind, Set<String> tables) {

    private static final SqlShape ANYTHING = new SqlShape(SqlKind.ANYTHING, Set.of());

    /** Functions whose arguments contain FROM, such as {@code extract(year from born)}. */
    private static final Set<String> WITH_FROM = Set.of("extract", "trim", "substring", "substr");

    private static final Set<String> END_OF_FROM = Set.of(
            "where group order having limit union except intersect window set select offset fetch".split(" ", -1));

    SqlShape {
        tables = Set.copyOf(tables);
    }

    static SqlShape of(String sql) {
        SqlWords words = new SqlWords(sql);
        String first = words.next();
        int open = 0;
        while (first.equals("(")) {
            first = words.next();
            open++;
        }
        return switch (first) {
            case "select", "with", "show" -> new Reader(words, SqlKind.READ, open).read(first);
            case "insert", "replace", "update", "delete" ->
                open == 0 ? new Reader(words, SqlKind.WRITE, 0).read(first) : ANYTHING;
            default -> ANYTHING;
        };
    }

    /** The function that makes a table of a document, and its clause of columns. */
    private static final String JSON_TABLE = "json_table";

    private static final String COLUMNS = "columns";

    private static final Set<String> BEFORE_TABLE = Set.of("from", "join", "straight_join", ",");
    private static final Set<String> BEFORE_HEADER = Set.of("with", "recursive", ",");

    /** One level of parentheses. */
    private static final class Level {
        private final String opener;
        private boolean inFrom;
        private boolean tableNext;

        /** @param opener the word before the parenthesis */
        Level(String opener, boolean tableNext) {
            this.opener = opener;
            this.inFrom = tableNext;
            this.tableNext = tableNext;
        }
    }

    private static final class Reader {

        private final SqlWords words;
        private final SqlKind kind;
        private final int base;
        private final Deque<Level> levels = new ArrayDeque<>();
        private final Set<String> tables = new HashSet<>();
        private final Set<String> named = new HashSet<>();
        private final Set<String> outside = new HashSet<>();
        private String defined = "";
        private boolean recursive;
        private boolean with;
        private boolean inHeaders;
        private boolean locks;

        Reader(SqlWords words, SqlKind kind, int open) {
            this.words = words;
            this.kind = kind;
            this.base = open + 1;
            for (int i = 0; i <= open; i++) {
                levels.push(new Level("", false));
            }
        }

        SqlShape read(String first) {
            with = first.equals("with");
            inHeaders = with;
            Level top = levels.element();
            top.tableNext = first.equals("update");
            top.inFrom = top.tableNext;
            String beforeThat = "";
            String before = first;
            String nameBefore = "";
            String nameBeforeThat = "";
            for (String word = words.next(); !word.isEmpty(); word = words.next()) {
                boolean header = isHeader(word, before, beforeThat);
                recursive |= with && before.equals(first) && word.equals("recursive");
                if (header) {
                    String table = before.equals("as") ? nameBeforeThat : nameBefore;
                    defined = table.isEmpty() ? defined : table; // empty after its columns
                    named.add(defined);
                }
                locks |= locks(word, before);
                if ((!header && isRefused(word, before, beforeThat)) || !follow(word, before)) {
                    return ANYTHING;
                }
                beforeThat = before;
                before = word;
                nameBeforeThat = nameBefore;
                nameBefore = words.name();
            }
            tables.removeAll(named);
            tables.addAll(outside);
            if (first.equals("show")) {
                return new SqlShape(kind, Set.of()); // SHOW describes tables and does not read them
            }
            return kind == SqlKind.WRITE && tables.isEmpty()
                    ? ANYTHING
                    : new SqlShape(locks ? SqlKind.WRITE : kind, tables);
        }

        /** Returns whether this opens the columns or the query of a common table expression. */
        private boolean isHeader(String word, String before, String beforeThat) {
            if (!inHeaders || levels.size() > base) {
                return false;
            }
            boolean opens = word.equals("(");
            inHeaders = !word.equals("select") && !(opens && before.equals(")"));
            return inHeaders && opens && (before.equals("as") || BEFORE_HEADER.contains(beforeThat));
        }

        private static boolean locks(String word, String before) {
            return switch (word) {
                case "update", "share" -> before.equals("for");
                case "in" -> before.equals("lock");
                default -> false;
            };
        }

        private boolean isRefused(String word, String before, String beforeThat) {
            return switch (word) {
                case SqlWords.UNSURE -> true;
                case "into" -> kind == SqlKind.READ;
                case "update" -> kind == SqlKind.READ ? with : !before.equals("key");
                case "share" -> with;
                case "insert", "delete" -> with || kind == SqlKind.WRITE;
                case "replace" -> with;
                case "select" -> kind == SqlKind.WRITE;
                case "(" -> !mayOpen(before, beforeThat);
                default -> false;
            };
        }

        /**
         * Returns whether a parenthesis is allowed here: after a keyword, a harmless function or a type, or in an
         * INSERT.
         */
        private boolean mayOpen(String before, String beforeThat) {
            return !SqlWords.mayBeName(before)
                    || HarmlessFunctions.mayOpen(before, words.isAfterBlank())
                    || beforeThat.equals("as")
                    || (kind == SqlKind.READ && mayOpenTable(before, beforeThat, levels.element()))
                    || (kind == SqlKind.WRITE && (before.equals("value") || beforeThat.equals("into")));
        }

        /** A document as a table, in whose definition nothing is called. */
        private static boolean mayOpenTable(String before, String beforeThat, Level level) {
            return switch (before) {
                case JSON_TABLE -> level.inFrom && BEFORE_TABLE.contains(beforeThat);
                case COLUMNS -> level.opener.equals(JSON_TABLE) || level.opener.equals(COLUMNS);
                default -> level.opener.equals(COLUMNS);
            };
        }

        /** Collects the tables; returns false if the text is not understood. */
        private boolean follow(String word, String before) {
            Level level = levels.element();
            if (word.equals("(")) {
                levels.push(new Level(before, level.tableNext));
                level.tableNext = false;
                return true;
            }
            if (word.equals(")")) {
                levels.pop();
                return !levels.isEmpty();
            }
            if (END_OF_FROM.contains(word) && !before.equals("for") && !before.equals("as")) {
                level.inFrom = false;
                level.tableNext = false;
            } else if ((word.equals("from") && !WITH_FROM.contains(level.opener)) || word.equals("into")) {
                level.inFrom = true;
                level.tableNext = true;
            } else if (word.equals("join") || word.equals("straight_join") || (word.equals(",") && level.inFrom)) {
                level.tableNext = true;
            } else if (level.tableNext) {
                level.tableNext = false;
                return named(word);
            }
            return true;
        }

        /** Returns whether a common table expression reads a table of its own name, or of the name of a later one. */
        private boolean isOutside(String name) {
            return inHeaders && !recursive && (name.equals(defined) || !named.contains(name));
        }

        private boolean named(String word) {
            if (words.name().isEmpty() || word.equals("lateral") || words.name().startsWith("@")) {
                return false;
            }
            if (!word.equals("dual") && !word.equals(JSON_TABLE)) {
                tables.add(words.name());
                if (isOutside(words.name())) {
                    outside.add(words.name());
                }
            }
            return true;
        }
    }
}
