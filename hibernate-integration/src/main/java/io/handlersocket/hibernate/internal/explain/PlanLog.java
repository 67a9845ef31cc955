// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.Route;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs at DEBUG how many loads can go over HandlerSocket, and each plan with its reason. */
final class PlanLog {

    private static final Logger LOG = LoggerFactory.getLogger(HandlerSocketLoads.class);

    private PlanLog() {}

    static void write(List<LoadPlan> plans) {
        if (!LOG.isDebugEnabled()) {
            return;
        }
        LOG.debug("{}", summary(plans));
        for (LoadPlan plan : plans) {
            LOG.debug("{} {}: {} {}", plan.kind(), plan.role(), plan.route(), plan.reason());
        }
    }

    /** Returns the line, such as {@code Can be loaded over HandlerSocket: 3 of 4 entities, 2 of 2 collections}. */
    static String summary(List<LoadPlan> plans) {
        return Arrays.stream(LoadPlan.Kind.values())
                .filter(kind -> plans.stream().anyMatch(plan -> plan.kind() == kind))
                .map(kind -> count(plans, kind))
                .collect(Collectors.joining(", ", "Can be loaded over HandlerSocket: ", ""));
    }

    private static String count(List<LoadPlan> plans, LoadPlan.Kind kind) {
        List<LoadPlan> all = plans.stream().filter(plan -> plan.kind() == kind).toList();
        long fast =
                all.stream().filter(plan -> plan.route() == Route.HANDLERSOCKET).count();
        return fast + " of " + all.size() + ' ' + kind.plural();
    }
}
