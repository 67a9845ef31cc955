// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.diary.DiaryApplication;
import io.handlersocket.spring.diary.Entries;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/** HandlerSocket knows no privileges; the application's SQL account has some, and they count. */
class PrivilegesIT {

    @Test
    void readsOnlyWhatTheSqlAccountMaySelect() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        DiaryApplication.createTables(server);
        server.execute(
                "CREATE OR REPLACE USER narrow IDENTIFIED BY 'narrow'", "GRANT SELECT (id, slug) ON entry TO narrow");
        try (ConfigurableApplicationContext context = DiaryApplication.on(
                        server, "spring.datasource.username=narrow", "spring.datasource.password=narrow")
                .initializers(PlayerApplication.patient())
                .run()) {
            HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
            IndexSpec primary = IndexSpec.primary("test", "entry");
            Entries entries = context.getBean(Entries.class);

            client.awaitReady(Duration.ofSeconds(30));
            await().ignoreException(UnavailableException.class).until(() -> {
                assertThat(client.index(primary.select("id", "slug")).find(7))
                        .map(row -> row.getString("slug"))
                        .contains("slug-7");
                return true;
            });
            assertThat(await().until(
                                    () -> catchThrowable(() -> client.index(primary.select("id", "title"))),
                                    refused -> !(refused instanceof UnavailableException)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("title");
            assertThatThrownBy(() -> entries.findHeadlineBySlug("slug-7"))
                    .isInstanceOf(InvalidDataAccessResourceUsageException.class);
            assertThatThrownBy(() -> entries.findById(7L)).isInstanceOf(InvalidDataAccessResourceUsageException.class);
        } finally {
            server.execute("DROP USER narrow");
        }
    }
}
