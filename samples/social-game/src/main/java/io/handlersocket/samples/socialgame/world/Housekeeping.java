// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.world;

import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes the numbers of forms that are too old to be sent again. */
@Component
class Housekeeping {

    private final JdbcClient jdbc;

    Housekeeping(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Some at a time, so that no transaction is long. */
    @Scheduled(initialDelay = 10, fixedDelay = 10, timeUnit = TimeUnit.MINUTES)
    void tidyUp() {
        jdbc.sql("DELETE FROM sent_form WHERE sent_at < NOW() - INTERVAL 1 DAY LIMIT 10000")
                .update();
    }
}
