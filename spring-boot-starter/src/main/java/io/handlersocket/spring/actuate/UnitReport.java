// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.actuate;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.repository.UnitPlan;
import java.util.List;

/** Tells how the persistence units of the application are routed. */
@FunctionalInterface
public interface UnitReport {

    /** Of an application without Hibernate. */
    UnitReport NONE = client -> List.of();

    /** How loads of each unit that has this client, or none, are routed now; empty if there is no such unit. */
    List<UnitPlan> units(HandlerSocketClient client);
}
