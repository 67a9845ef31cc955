// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;

/**
 * Describes one opening of an index. With another definition, or at another server process, the opening is another
 * object: an extension compares openings by identity before a read and after its answer.
 */
public interface Opening {

    /** Returns the table as SQL described it when the index was opened. */
    Table table();

    /** Returns the facts about the server process that has the index open. */
    ServerFacts server();
}
