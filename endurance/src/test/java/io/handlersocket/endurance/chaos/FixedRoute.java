// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.spring.LookupRoute;

/** Says how all reads of a made-up database are answered. */
final class FixedRoute extends Routes {

    LookupRoute route = LookupRoute.HANDLERSOCKET;

    FixedRoute() {
        super(new Findings());
    }

    @Override
    LookupRoute take() {
        return route;
    }
}
