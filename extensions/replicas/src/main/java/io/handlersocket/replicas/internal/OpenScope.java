// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A scope of one thread. Answers of asynchronous reads arrive on other threads, even after it is closed. */
final class OpenScope implements ReadScope, AnsweringServers {

    private final Object owner;
    private final Freshness freshness;
    private final @Nullable Floor floor;
    private final @Nullable String only;
    private final @Nullable OpenScope outer;
    private final List<Answer> answers = new ArrayList<>(2);
    private final List<String> identities = new ArrayList<>(2);
    private volatile boolean closed;

    /**
     * @param owner the replicas whose reads it concerns
     * @param only the identity of the only replica that may answer; null if the primary and each replica may
     * @param outer the scope that was open before on the thread
     */
    OpenScope(
            Object owner,
            Freshness freshness,
            @Nullable Floor floor,
            @Nullable String only,
            @Nullable OpenScope outer) {
        this.owner = owner;
        this.freshness = freshness;
        this.floor = floor;
        this.only = only;
        this.outer = outer;
    }

    boolean isOf(Object replicas) {
        return owner == replicas;
    }

    @Override
    public Freshness freshness() {
        return freshness;
    }

    @Override
    public Optional<ReadSession> session() {
        return Optional.ofNullable(floor);
    }

    @Nullable
    Floor floor() {
        return floor;
    }

    /** Returns the identity of the only replica that may answer; null if the primary and each replica may. */
    @Nullable
    String only() {
        return only;
    }

    @Nullable
    OpenScope outer() {
        return outer;
    }

    /**
     * Notes an answer here and in the outer scopes, whose reads include those of the inner ones.
     *
     * @param identity of the server process that answered
     */
    void answered(Answer answer, String identity) {
        for (OpenScope scope = this; scope != null; scope = scope.outer) {
            if (scope.isOf(owner)) {
                scope.note(answer, identity);
            }
        }
    }

    private void note(Answer answer, String identity) {
        synchronized (answers) {
            if (answers.size() < MAX_ANSWERS) {
                answers.add(answer);
                identities.add(identity);
            }
        }
    }

    @Override
    public List<Answer> answers() {
        synchronized (answers) {
            return List.copyOf(answers);
        }
    }

    @Override
    public List<String> identities() {
        synchronized (answers) {
            return List.copyOf(identities);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            Scopes.close(this);
            closed = true;
        }
    }

    @Override
    public String toString() {
        return "ReadScope[" + freshness + (only == null ? "" : " of " + only) + ']';
    }
}
