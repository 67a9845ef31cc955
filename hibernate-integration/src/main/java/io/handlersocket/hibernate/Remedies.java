// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.JdbcReason.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What would help against a reason: the remedy of its code, or else that of its kind. A kind without its own remedy does
 * not compile. Reasons whose text comes from elsewhere have patterns; a test compares them and all texts with {@code
 * docs/reference/reasons.md}.
 */
final class Remedies {

    /**
     * A remedy of single reasons.
     *
     * @param reason matches a part of the reason's text
     * @param advice a sentence
     */
    private record Single(Kind kind, Pattern reason, String advice) {}

    // Remedies that several reasons have.
    static final String MAPPING = "Change the mapping of the column, or load the attribute lazily.";
    static final String CHOSEN = "Nothing: the application chose JDBC.";
    static final String INSPECTOR = "Let the StatementInspector change comments only, or remove it.";
    static final String JOINS =
            "Make an eager association lazy, or fetch it in batches (@BatchSize). A query that joins"
                    + " may need SQL.";
    static final String ORDER = "Create an index of the compared columns followed by the sorted ones, all in one"
            + " direction, or sort in the application.";
    static final String LOADER = "Remove the custom loader, or leave it to SQL.";
    static final String SELECT_ENTITY = "Select the entity or its attributes.";
    static final String SQL_IS_BEST = "Nothing: SQL is best at this.";

    private static final String TRUST = "If every connection leads to the same server, schema and account, set"
            + " handlersocket.trust-connections=true.";

    private static final List<Single> SINGLE = List.of(
            remedy(Kind.STATEMENT, "first call", "Call it once with HandlerSocket and read its reason."),
            remedy(
                    Kind.STATEMENT,
                    "a result of type ",
                    "Return an Optional, List or Slice of entities, records or projections, or let SQL answer."),
            remedy(Kind.STATEMENT, "@SQLRestriction", "Reduce the restriction to column = value."),
            remedy(
                    Kind.TABLE,
                    "command denied|account sees no column",
                    "Grant SELECT on the table to the account, or correct the mapping."),
            remedy(Kind.TABLE, "^a range ", "Nothing: let SQL answer."),
            remedy(Kind.TABLE, "no LIMIT", "Set a limit, for example with a Pageable or Limit."),
            remedy(Kind.TABLE, "LIMIT of a join", "Load without the limit, or make the association lazy."),
            remedy(Kind.TABLE, "DISTINCT", "Select the primary key too."),
            remedy(Kind.TABLE, "useServerPrepStmts", "Remove useServerPrepStmts from the JDBC URL, or use DOUBLE."),
            remedy(Kind.TABLE, "the JDBC URL may change", "Remove the named options from the JDBC URL."),
            remedy(Kind.TABLE, "read as|the driver reads as true", "Give column and attribute the same type."),
            remedy(Kind.TABLE, "declare the column as NULL", "Declare the column as NULL."),
            remedy(
                    Kind.TABLE,
                    "is only a part|of constants, .* without a unique key",
                    "Create a unique index of the compared columns."),
            remedy(
                    Kind.TABLE,
                    "is an? (?:view|partitioned table|system-versioned table|table of|sequence)",
                    "Nothing: JDBC answers. To have lookups, map the entity to a plain InnoDB table."),
            remedy(Kind.SESSION, "come from|does not show|makes connections|looks up|listener|interceptor", TRUST),
            remedy(
                    Kind.SESSION,
                    "innodb_snapshot_isolation|SERIALIZABLE|READ UNCOMMITTED",
                    "Use READ COMMITTED: spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED."),
            remedy(
                    Kind.SESSION,
                    "^inside a transaction$",
                    "Nothing: Hibernate decides in the transaction, and the reasons of its loads say why."),
            remedy(Kind.SESSION, "consistency=snapshot", "Remove handlersocket.consistency=snapshot."),
            remedy(Kind.SESSION, "read-only", "Use one DataSource for all transactions."),
            remedy(Kind.SESSION, "tenant", "Nothing: loads of tenants stay on JDBC."),
            remedy(Kind.SESSION, "was used yet|being looked up", "Nothing: it ends by itself."),
            remedy(Kind.SESSION, "JTA", "Nothing: JTA transactions are not supported."),
            remedy(
                    Kind.SESSION,
                    "another server process",
                    "Nothing after a restart: the client discovers the server again. Else let the pool and the client"
                            + " reach one server."),
            remedy(
                    Kind.SESSION,
                    "wsrep_sync_wait",
                    "Nothing: SQL waits, and HandlerSocket cannot. If reads need not see at once what other nodes have"
                            + " committed, set wsrep_sync_wait=0."),
            remedy(
                    Kind.SESSION,
                    "^the connections (?:have|are)|several hosts|another address",
                    "Use one server, account and schema, and remove the named setting from the pool, the JDBC URL or"
                            + " the server."),
            remedy(Kind.FAILURE, "^failed: ", "Nothing: the caller got the exception, which says what failed."),
            remedy(Kind.NOT_OPEN, "my\\.cnf", "Change my.cnf as the client's reason shows, and restart the server."),
            remedy(Kind.NOT_OPEN, "SET GLOBAL", "Run the statement that the client's reason shows."),
            remedy(
                    Kind.NOT_OPEN,
                    "host and port|is not the server that SQL reaches|unix socket|listens only",
                    "Let the plugin listen at an address that the application reaches, and set handlersocket.host and"
                            + " handlersocket.port to it."),
            remedy(
                    Kind.NOT_OPEN,
                    "allowUntestedServer",
                    "Use a tested line of MariaDB, or set handlersocket.allow-untested-server=true."),
            remedy(
                    Kind.NOT_OPEN,
                    "names several hosts \\(sequential:\\)",
                    "Remove handlersocket.host, or use a JDBC URL with one host."),
            remedy(Kind.NOT_OPEN, "spreads its connections", "Use a JDBC URL with one host, or with sequential:."),
            remedy(
                    Kind.NOT_OPEN,
                    "withoutGuard",
                    "Build the client without withoutGuard(): on Galera it needs its DDL guard."),
            remedy(Kind.NOT_OPEN, "(?:see|read) the client's", "Read the reason of the client at the endpoint."),
            remedy(Kind.NOT_OPEN, "not connected", "Nothing at startup; later, follow the reason of the client."),
            remedy(Kind.NOT_OPEN, "SYSTEM_VARIABLES", "Report it with the version of the server."),
            remedy(Kind.NOT_OPEN, "driver options", "Give all connections the same driver options."),
            remedy(Kind.NOT_OPEN, "Hibernate is not", "Use a supported version of Hibernate, and switch loads on."),
            remedy(Kind.NOT_OPEN, "JDBC driver", "Use MariaDB Connector/J with a URL that begins with jdbc:mariadb:."),
            remedy(Kind.NOT_OPEN, "several databases", "Nothing: loads of several databases stay on JDBC."),
            remedy(Kind.NOT_OPEN, "not MariaDB", "Nothing: HandlerSocket is a plugin of MariaDB."));

    private Remedies() {}

    private static Single remedy(Kind kind, String reason, String advice) {
        return new Single(kind, Pattern.compile(reason), advice);
    }

    static String of(JdbcReason reason) {
        ReasonCode code = reason.code();
        String remedy = code == null ? null : code.remedy();
        if (remedy != null) {
            return filled(
                    remedy, reason.arguments().stream().map(Remedies::quoted).toList());
        }
        return SINGLE.stream()
                .filter(single -> single.kind() == reason.kind()
                        && single.reason().matcher(reason.text()).find())
                .findFirst()
                .map(Single::advice)
                .orElse(of(reason.kind()));
    }

    /** Returns a text with these arguments in its places. */
    static String filled(String text, List<String> arguments) {
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (String argument : arguments) {
            int place = text.indexOf("{}", from);
            if (place < 0) {
                break;
            }
            filled.append(text, from, place).append(argument);
            from = place + 2;
        }
        return filled.append(text, from, text.length()).toString();
    }

    /** Quotes names, because some are words of SQL, such as Key. */
    private static String quoted(String names) {
        return Arrays.stream(names.split(", ", -1))
                .map(name -> name.startsWith("`") ? name : TableName.quote(name))
                .collect(Collectors.joining(", "));
    }

    /** Returns what helps against any reason of a kind. */
    static String of(Kind kind) {
        return switch (kind) {
            case STATEMENT -> "Compare columns of one index with parameters, or let SQL answer.";
            case TABLE -> "Change the table as the reason says, or let SQL answer.";
            case NOT_OPEN -> "Nothing: it ends by itself when the index is open.";
            case OUTAGE -> "Nothing: it ends by itself unless the server, its port or its secret is wrong.";
            case SESSION -> "Change the named setting or transaction, or let SQL answer.";
            case OPTION -> "Remove the option, or let SQL answer.";
            case VALUE -> "Nothing in general: other calls of the same method can be fast.";
            case ROWS -> "Set a limit, or fetch in batches.";
            case TOO_MANY_INDEXES -> "Leave rare loads to JDBC with @OverJdbc, so that fewer indexes are in use.";
            case TABLE_CHANGED -> "Nothing: the next loads plan again.";
            case COST -> "Nothing: the cheaper route is taken. handlersocket.routing=always takes HandlerSocket.";
            case FAILURE -> "Report it with the log and its stack trace.";
        };
    }

    /** Returns the patterns and remedies of single reasons, for the comparison with the documentation. */
    static List<List<String>> single() {
        return SINGLE.stream()
                .map(remedy -> List.of(remedy.kind().name(), remedy.reason().pattern(), remedy.advice()))
                .toList();
    }
}
