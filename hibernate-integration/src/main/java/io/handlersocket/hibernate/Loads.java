// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.util.ServiceLoader;

/** Holds the provider, which is looked up once. */
final class Loads {

    static final HandlerSocketLoads.Provider PROVIDER = ServiceLoader.load(
                    HandlerSocketLoads.Provider.class, HandlerSocketLoads.class.getClassLoader())
            .findFirst()
            .orElseThrow();

    private Loads() {}
}
