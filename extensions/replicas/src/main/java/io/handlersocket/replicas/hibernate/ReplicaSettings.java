// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.hibernate;

/** The keys of this extension in Hibernate's settings. */
public final class ReplicaSettings {

    /**
     * The primary and its replicas: {@link io.handlersocket.replicas.Replicas}, whose client is the one of the session
     * factory. Default: none, and no load leaves the primary. The application closes them.
     */
    public static final String REPLICAS = "handlersocket.replicas";

    /**
     * How fresh the loads of sessions that only read must be: a {@link io.handlersocket.replicas.Freshness}, or a text
     * that its {@code parse} reads, such as {@code 100ms}. A scope that the application has opened on the thread counts
     * instead. Needs {@link #REPLICAS}. Default {@code primary}.
     */
    public static final String FRESHNESS = "handlersocket.freshness";

    private ReplicaSettings() {}
}
