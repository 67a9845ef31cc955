// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import java.util.List;

/** What a {@code ReadScope} knows besides its public answers. The tests judge by it which server has answered. */
public interface AnsweringServers {

    /** Returns the identity of the server process of each answer, in the order of {@code ReadScope.answers()}. */
    List<String> identities();
}
