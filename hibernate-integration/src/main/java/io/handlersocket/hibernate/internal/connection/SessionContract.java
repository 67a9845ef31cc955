// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.hibernate.internal.gate.TransactionGate;
import io.handlersocket.hibernate.internal.gate.TransactionGate.Consistency;
import io.handlersocket.hibernate.internal.gate.TransactionLog;
import io.handlersocket.hibernate.internal.session.ConnectionUse;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.hibernate.ConnectionReleaseMode;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.jdbc.internal.LogicalConnectionProvidedImpl;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether HandlerSocket may answer a load of a session, and if not, why. No other class decides this.
 *
 * <p>A load over HandlerSocket replaces a statement that JDBC would have run on a certain connection at a certain
 * moment. The load is correct only if each of these facts is proven; otherwise it is refused:
 *
 * <ol>
 *   <li>The session has no separate tenant or connection ({@link SessionRole}).
 *   <li>All connections of its source are alike ({@link ProviderSource}).
 *   <li>Its connection reaches the client's server, schema and account, with settings that change no value. A session
 *       without connection could get any of the pool, so this must hold for each of them ({@link
 *       HibernateConnections#pooled}).
 *   <li>If read-only transactions have their own DataSource, and the session's connection is of that one, the same is
 *       proven for the one server that it reaches, and only this server answers ({@link ConnectionUse#onlyServer}).
 *   <li>Nothing that ran on the connection has changed that ({@link ConnectionUse#refusal}).
 *   <li>SQL would see the newest committed row: the isolation, and what the transaction has done ({@link
 *       TransactionGate}).
 *   <li>A later write fails or succeeds as it would after SQL. If the server checks writes against the snapshot, only
 *       SQL can take that snapshot ({@link TransactionGate#checkedWrites}).
 * </ol>
 *
 * <p>The client proves what the server's workers see; otherwise it does not connect.
 */
public class SessionContract {

    private final TransactionGate gate;
    private final HibernateConnections connections;
    private final LoadsWithoutConnection unconnected = new LoadsWithoutConnection();

    public SessionContract(Consistency consistency, HibernateConnections connections) {
        this.gate = new TransactionGate(consistency);
        this.connections = connections;
    }

    /** Returns why a new session's load outside a transaction needs JDBC, as the method for a given session does. */
    public @Nullable String refusal(
            SessionFactoryOptions options, @Nullable ServerFacts server, BooleanSupplier ready) {
        String reason = SessionRole.refusal(options);
        if (reason == null) {
            reason = connections.refusalOfAll(server);
        }
        return reason == null && server != null ? connections.pooled().refusal(server, ready.getAsBoolean()) : reason;
    }

    /** Returns what is known of this session, as {@link #refusal} has found it. */
    public static LoadScopes.SessionState state(SharedSessionContractImplementor session) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (!logical.isPhysicallyConnected()) {
            return new LoadScopes.SessionState(session, null, false);
        }
        if (!(logical.getPhysicalConnection() instanceof TrackedConnection connection)) {
            return new LoadScopes.SessionState(session, null, true);
        }
        TransactionLog log = connection.transactionLog();
        String only = log.use() instanceof ConnectionUse use ? use.onlyServer() : null;
        return new LoadScopes.SessionState(session, only, log.hasRun());
    }

    public @Nullable String refusalInTransactions() {
        return ofUnconnected(true);
    }

    /** Returns whether new sessions load over JDBC in each transaction from its first statement on. */
    public boolean endsAtFirstStatement() {
        return gate.endsAtFirstStatement(connections.pooled().isolation());
    }

    /**
     * Returns why this session needs JDBC for a load now.
     *
     * @param server the client's server; null while it is unknown. Then no load goes over HandlerSocket, and what is not
     *     proven is no reason
     * @param ready returns whether the load would otherwise go over HandlerSocket. Without, this method looks only at
     *     what costs no statement
     * @return null if HandlerSocket may answer
     */
    public @Nullable String refusal(
            SharedSessionContractImplementor session, @Nullable ServerFacts server, BooleanSupplier ready) {
        String reason = SessionRole.refusal(session);
        if (reason == null) {
            reason = connections.refusalOfAll(server);
        }
        return reason == null ? ofConnection(session, server, ready) : reason;
    }

    /**
     * Records that HandlerSocket answers a load in place of a SELECT, after which the session would be in a
     * transaction. What depends on that finds it begun.
     *
     * @param table the load's table, quoted for SQL
     */
    public void answers(SharedSessionContractImplementor session, String table) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (logical.isPhysicallyConnected()) {
            if (logical.getPhysicalConnection() instanceof TrackedConnection connection) {
                connection.transactionLog().answered(table);
            }
        } else if (session.isTransactionInProgress()
                || logical.getConnectionHandlingMode().getReleaseMode() == ConnectionReleaseMode.ON_CLOSE) {
            unconnected.answered(owner(session), table);
        }
    }

    public boolean mayHaveWritten(SharedSessionContractImplementor session) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (!logical.isPhysicallyConnected()) {
            return false;
        }
        try {
            return !(logical.getPhysicalConnection() instanceof TrackedConnection connection)
                    || connection.transactionLog().state() == TransactionLog.State.WRITTEN;
        } catch (SQLException e) {
            return true;
        }
    }

    public void ended(SharedSessionContractImplementor session) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (!logical.isPhysicallyConnected()) {
            unconnected.ended(owner(session));
        } else if (logical.getPhysicalConnection() instanceof TrackedConnection connection) {
            connection.transactionLog().endedWithoutSql();
        }
    }

    /** Returns the session that takes the connection: not one that shares the transaction of another. */
    private static SharedSessionContractImplementor owner(SharedSessionContractImplementor session) {
        return session.getJdbcCoordinator().getJdbcSessionOwner() instanceof SharedSessionContractImplementor owner
                ? owner
                : session;
    }

    private @Nullable String ofConnection(
            SharedSessionContractImplementor session, @Nullable ServerFacts server, BooleanSupplier ready) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        if (logical instanceof LogicalConnectionProvidedImpl) {
            return "the session's connection was given by the application";
        }
        ConnectionReleaseMode release = logical.getConnectionHandlingMode().getReleaseMode();
        if (release != ConnectionReleaseMode.AFTER_TRANSACTION && release != ConnectionReleaseMode.ON_CLOSE) {
            // A session without connection may then be in a transaction that has written on one it gave back.
            return "connections are released inside transactions";
        }
        if (connections.areSplit()) {
            // As SQL would. It is lazy, so nothing is fetched; from now on, it shows what its read-only mode is.
            logical.getPhysicalConnection();
        }
        boolean inTransaction = session.isTransactionInProgress();
        if (!logical.isPhysicallyConnected()) {
            if (server == null) {
                return null;
            }
            String reason = connections.pooled().refusal(server, ready.getAsBoolean());
            return reason == null ? ofUnconnected(isInside(session)) : reason;
        }
        return logical.getPhysicalConnection() instanceof TrackedConnection connection
                ? ofHeld(connection.transactionLog(), inTransaction, server, ready)
                : "the session's connection is not watched";
    }

    /** Returns whether the next statement of a session without connection is in a transaction with those after it. */
    public boolean isInside(SharedSessionContractImplementor session) {
        // A connection that is kept without auto-commit would be in a transaction from its first statement on.
        return session.isTransactionInProgress()
                || (connections.pooled().areWithoutAutoCommit()
                        && session.getJdbcCoordinator()
                                        .getLogicalConnection()
                                        .getConnectionHandlingMode()
                                        .getReleaseMode()
                                == ConnectionReleaseMode.ON_CLOSE);
    }

    /**
     * Decides for a session without connection, in whose transaction nothing can have run.
     *
     * @param inside whether it is in a transaction
     */
    private @Nullable String ofUnconnected(boolean inside) {
        if (!inside) {
            return null;
        }
        Isolation isolation = connections.pooled().isolation();
        TransactionGate.Facts facts = new TransactionGate.Facts(
                true,
                TransactionLog.State.CLEAN,
                isolation == null ? Connection.TRANSACTION_REPEATABLE_READ : isolation.level(),
                isolation != null && isolation.snapshot());
        String reason = gate.refusal(facts);
        return reason == null ? gate.checkedWrites(facts) : reason;
    }

    private @Nullable String ofHeld(
            TransactionLog log, boolean inTransaction, @Nullable ServerFacts server, BooleanSupplier ready) {
        ConnectionUse use = log.use() instanceof ConnectionUse known ? known : null;
        String other = use == null ? null : use.otherDataSource();
        if (other != null) {
            return other;
        }
        try {
            if (server == null || !ready.getAsBoolean()) {
                return TransactionGate.written(log.state()); // the isolation may cost a round trip, as a proof does
            }
            String reason = gate.refusal(facts(log, inTransaction)); // first: it costs less than a proof
            if (reason == null && use != null) {
                reason = use.refusal(server);
                reason = reason == null ? gate.refusal(facts(log, inTransaction)) : reason; // as it is proven now
            }
            return reason == null ? ofCheckedWrites(facts(log, inTransaction), use, server) : reason;
        } catch (SQLException e) {
            return TransactionGate.UNKNOWN;
        }
    }

    private static TransactionGate.Facts facts(TransactionLog log, boolean inTransaction) throws SQLException {
        Isolation isolation = log.isolation();
        return new TransactionGate.Facts(
                inTransaction || !log.autoCommit(), log.state(), isolation.level(), isolation.snapshot());
    }

    private @Nullable String ofCheckedWrites(
            TransactionGate.Facts facts, @Nullable ConnectionUse use, ServerFacts server) {
        String reason = gate.checkedWrites(facts);
        if (reason == null || use == null) {
            return reason;
        }
        try {
            if (!use.isReadOnly()) {
                return reason;
            }
        } catch (SQLException e) {
            return reason; // the statement that JDBC runs will tell
        }
        return use.refusal(server); // its connection may have been looked for only now
    }
}
