// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.autoconfigure;

import io.handlersocket.shadow.Shadow.OnDifference;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of shadow mode.
 *
 * @param sample share of the answers that is compared, 0 to 1; 0 for none
 * @param maxRate maximum number of answers that are compared in a second, 1 to 1000
 * @param onDifference what happens when an answer differs from that of SQL
 */
@ConfigurationProperties("handlersocket.shadow")
public record ShadowProperties(
        @DefaultValue("0") double sample,
        @DefaultValue("10") int maxRate,
        @DefaultValue("log") OnDifference onDifference) {

    public ShadowProperties {
        if (!(sample >= 0 && sample <= 1)) {
            throw new IllegalArgumentException("shadow.sample: " + sample + " (expected 0 to 1)");
        }
        if (maxRate < 1 || maxRate > 1_000) {
            throw new IllegalArgumentException("shadow.max-rate: " + maxRate + " (expected 1 to 1000)");
        }
    }
}
