// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.hibernate;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.spi.LoadScopes;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.SqlReplica;
import io.handlersocket.replicas.SqlUse;
import io.handlersocket.replicas.hibernate.ReplicaSettings;
import io.handlersocket.replicas.internal.AnnotatedScope;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says for each load how fresh it must be, by a scope around it. Loads of one Hibernate session never go backwards: a
 * row that a replica does not have yet would look like a reference to nothing.
 */
final class ReplicaScopes implements LoadScopes {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.hibernate.replicas");

    private static final String SNAPSHOT = "consistency=snapshot reads one state of the primary";
    private static final String UNPROVEN =
            "a freshness is asked for, which SQL of the read-only DataSource does not prove (expected any)";
    private static final String HOLDS_OTHERS = "the session holds entities that were not loaded for reading only";

    private static final String OTHER_READS = "the session has read within another ReadSession before";

    /** What a session has seen. Only its thread uses it. */
    private static final class Seen {
        /** The application's, if one was open at the first read. */
        final ReadSession reads;

        /** It holds entities that were not loaded for reading only. */
        boolean holdsOthers;

        /** What it has seen is in more than one ReadSession. */
        boolean inSeveral;

        Seen(ReadSession reads) {
            this.reads = reads;
        }
    }

    private final Replicas replicas;
    private final Freshness freshness;
    private final boolean snapshot;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final Map<SharedSessionContractImplementor, Seen> sessions =
            Collections.synchronizedMap(new WeakHashMap<>());

    private ReplicaScopes(Replicas replicas, Freshness freshness, boolean snapshot) {
        this.replicas = replicas;
        this.freshness = freshness;
        this.snapshot = snapshot;
    }

    /**
     * Reads the settings.
     *
     * @return null if there are no replicas
     * @throws IllegalArgumentException if a setting has an unknown value
     */
    static @Nullable ReplicaScopes of(Map<String, Object> settings, boolean snapshot) {
        Freshness freshness = freshness(settings.get(ReplicaSettings.FRESHNESS));
        Object given = settings.get(ReplicaSettings.REPLICAS);
        if (given == null) {
            return null;
        }
        if (!(given instanceof Replicas replicas)) {
            throw new IllegalArgumentException(
                    ReplicaSettings.REPLICAS + ": " + given.getClass().getName() + " (expected Replicas)");
        }
        try {
            replicas.open(freshness).close(); // refuses what no poll can prove
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(ReplicaSettings.FRESHNESS + ": " + e.getMessage(), e);
        }
        return new ReplicaScopes(replicas, freshness, snapshot);
    }

    private static Freshness freshness(@Nullable Object value) {
        if (value == null || value instanceof Freshness) {
            return value == null ? Freshness.PRIMARY : (Freshness) value;
        }
        try {
            return Freshness.parse(value.toString().trim());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(ReplicaSettings.FRESHNESS + ": " + e.getMessage(), e);
        }
    }

    /** Another client than that of the replicas would not know which of them a load must ask. */
    @Override
    @SuppressWarnings("ReferenceEquality") // the client gives the same object until it discovers a server anew
    public List<ServerFacts> others(String identity, ServerFacts own) {
        return own == replicas.client().server().orElse(null) ? SqlReplica.of(replicas, identity) : List.of();
    }

    @Override
    public void usesSql() {
        SqlUse.onThisThread();
    }

    @Override
    public Scope ofLoad(ExecutionContext context, SessionState state) {
        if (state.only() != null) {
            return openAt(state.only());
        }
        SharedSessionContractImplementor session = state.session();
        String refusal = snapshot ? SNAPSHOT : ReplicaGate.ofLoad(context, state);
        Seen seen = sessions.get(session);
        boolean holdsOthers = seen == null && !isEmpty(session.getPersistenceContextInternal());
        if (seen == null) {
            seen = begin(session);
        }
        seen.holdsOthers |= holdsOthers || refusal != null;
        if (refusal == null && seen.holdsOthers) {
            refusal = HOLDS_OTHERS;
        }
        return open(refusal, seen);
    }

    @Override
    public Executor here(Executor executor) {
        ReadScope now = replicas.scope().orElse(null);
        if (now == null) {
            return executor;
        }
        Freshness wanted = now.freshness();
        ReadSession session = now.session().orElse(null);
        if (AnnotatedScope.is(now)) {
            return task -> executor.execute(() -> {
                try (AnnotatedScope scope = new AnnotatedScope(replicas.open(wanted))) {
                    task.run();
                }
            });
        }
        return task -> executor.execute(() -> {
            try (ReadScope scope = session == null ? replicas.open(wanted) : replicas.open(wanted, session)) {
                task.run();
            }
        });
    }

    private Seen begin(SharedSessionContractImplementor session) {
        Seen seen = new Seen(replicas.scope().flatMap(ReadScope::session).orElseGet(replicas::session));
        sessions.put(session, seen);
        return seen;
    }

    // Its lazy associations are loaded later, so an entity that may be changed keeps its session on the primary.
    private static boolean isEmpty(PersistenceContext context) {
        return context.getNumberOfManagedEntities() == 0 && context.getCollectionEntriesSize() == 0;
    }

    @Override
    public Scope ofRows(@Nullable SessionState state) {
        if (state == null) {
            return open(snapshot ? SNAPSHOT : null, null);
        }
        if (state.only() != null) {
            return openAt(state.only());
        }
        Seen seen = sessions.get(state.session());
        return open(snapshot ? SNAPSHOT : ReplicaGate.ofRows(state), seen == null ? begin(state.session()) : seen);
    }

    /** SQL of the read-only DataSource proves no freshness. If one is asked for, there is one WARN. */
    @Override
    public @Nullable String refusalOfReadOnly() {
        ReadScope scope = replicas.scope().orElse(null);
        Freshness wanted = scope == null ? freshness : scope.freshness();
        boolean limited = wanted.maxAge().isPresent() || wanted.position().isPresent();
        if (!limited && !(scope != null && wanted.isPrimary())) {
            return null;
        }
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "A read in a read-only transaction asks for {}, and SQL of the read-only DataSource answers it,"
                            + " which proves no freshness. Read outside read-only transactions, or ask for any",
                    wanted);
        }
        return UNPROVEN;
    }

    /** What SQL of the session would read, the replica with this identity reads. It does not raise the freshness. */
    private Scope openAt(String only) {
        return new ReplicaScope(SqlReplica.open(
                replicas, only, replicas.scope().flatMap(ReadScope::session).orElse(null)));
    }

    private Scope open(@Nullable String refusal, @Nullable Seen seen) {
        ReadScope outer = replicas.scope().orElse(null);
        // The application's session counts, in which reads of several of Hibernate's sessions may be.
        ReadSession reads = outer == null ? null : outer.session().orElse(null);
        String why = refusal;
        if (seen != null) {
            seen.inSeveral |= reads != null && reads != seen.reads;
            if (why == null && seen.inSeveral) {
                why = OTHER_READS;
            }
            if (reads == null) {
                reads = seen.reads;
            }
        }
        Freshness wanted = outer == null ? freshness : outer.freshness();
        if (why != null && !wanted.isPrimary()) {
            LOG.trace("A read stays on the primary: {}", why);
            wanted = Freshness.PRIMARY;
        }
        return new ReplicaScope(reads == null ? replicas.open(wanted) : replicas.open(wanted, reads));
    }
}
