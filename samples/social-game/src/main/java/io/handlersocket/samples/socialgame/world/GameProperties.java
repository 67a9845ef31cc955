// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How large the world is that is made in an empty database.
 *
 * @param players 100 to 1,000,000; there are about 24 rows for each
 */
@Validated
@ConfigurationProperties("game")
public record GameProperties(
        @Min(100) @Max(1_000_000) @DefaultValue("100000") int players) {}
