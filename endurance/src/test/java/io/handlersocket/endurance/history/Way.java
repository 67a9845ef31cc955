// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/** How a reader asked. */
public enum Way {
    /** A SELECT: of a reader, or of a repository that could not use HandlerSocket. */
    JDBC,
    /** {@code findById} of a repository. */
    REPOSITORY,
    /** {@code findAllById} of a repository. */
    REPOSITORY_BATCH,
    /** A query method that returns entities along the index of a foreign key. */
    REPOSITORY_RANGE,
    /** A query method that returns records along the index of a foreign key. */
    PROJECTION,
    /** {@code EntityManager.find} outside a transaction. */
    HIBERNATE,
    /** {@code EntityManager.find} inside a transaction. */
    TRANSACTION,
    /** The client, by a key. */
    CLIENT,
    /** The client, by several keys. */
    CLIENT_BATCH,
    /** The client, along the index of a foreign key. */
    CLIENT_RANGE
}
