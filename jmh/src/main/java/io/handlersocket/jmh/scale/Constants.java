// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/** x */
final class Constants {

    private Constants() {}

    static final LookupCosts LOOKUPS = new LookupCosts(2, 4, 6.75, 2.4, 8.5, 0.15, 1.45);
}
