// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.page;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes a form that is sent twice count once. Each form carries a number of its own; the number is stored in the
 * transaction of the write, so that both are there or neither, whichever instance of the application answers.
 */
@Component
class SentForms {

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    SentForms(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** A number for a form that is about to be shown. */
    static String number() {
        return UUID.randomUUID().toString();
    }

    /**
     * Writes, unless this form was sent before.
     *
     * @param write returns where the written thing is shown
     * @return the same for each time the form is sent
     */
    String once(UUID form, Supplier<String> write) {
        try {
            return transaction.execute(status -> {
                // The first statement: a second request waits here for the first one's end.
                jdbc.sql("INSERT INTO sent_form (number, shown_at) VALUES (:number, '')")
                        .param("number", form.toString())
                        .update();
                String shownAt = write.get();
                jdbc.sql("UPDATE sent_form SET shown_at = :shownAt WHERE number = :number")
                        .param("shownAt", shownAt)
                        .param("number", form.toString())
                        .update();
                return shownAt;
            });
        } catch (DuplicateKeyException e) {
            return shownAt(form).orElseThrow(() -> e);
        }
    }

    private Optional<String> shownAt(UUID form) {
        return jdbc.sql("SELECT shown_at FROM sent_form WHERE number = :number")
                .param("number", form.toString())
                .query(String.class)
                .optional();
    }
}
