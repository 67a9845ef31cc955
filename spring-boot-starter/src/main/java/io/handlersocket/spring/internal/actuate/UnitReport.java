// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.internal.repository.unit.UnitPlan;
import java.util.List;

/** Reports the routes of the persistence units. */
@FunctionalInterface
public interface UnitReport {

    /** The report of an application without Hibernate. */
    UnitReport NONE = client -> List.of();

    /** Returns the route of each unit that has this client, or no client; empty if there is no such unit. */
    List<UnitPlan> units(HandlerSocketClient client);
}
