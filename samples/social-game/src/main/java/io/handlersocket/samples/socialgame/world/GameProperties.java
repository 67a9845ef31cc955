// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the game starts.
 *
 * @param players of the world that is made in an empty database: 100 to 1,000,000; there are about 24 rows for each
 * @param warmUp for how long the reads of a start are repeated before it is ready, so that the first visitor does not
 *     meet a cold JVM; zero for not at all
 */
@Validated
@ConfigurationProperties("game")
public record GameProperties(
        @Min(100) @Max(1_000_000) @DefaultValue("100000") int players,
        @DefaultValue("0s") Duration warmUp) {}
