// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import java.util.List;
import java.util.Random;

/** The properties of a made-up application. */
record Settings(List<String> properties, boolean nullOrder) {

    /** Every other round places NULL. */
    static Settings of(int round, Random random) {
        return round % 2 == 0
                ? new Settings(List.of(), false)
                : new Settings(
                        List.of("spring.jpa.properties.hibernate.order_by.default_null_ordering="
                                + (random.nextBoolean() ? "first" : "last")),
                        true);
    }
}
