// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.spi.ReadColumns;
import java.util.List;

/** What lookups answer: a statement that reads rows of one table, or joins those of several. */
public sealed interface Shape permits Lookup, Join {

    /** Returns what is read of each table, in the order of the statement. */
    List<Lookup> lookups();

    /** Names what the statement reads. */
    ReadColumns selected();

    Plan plan(LookupPlans plans);
}
