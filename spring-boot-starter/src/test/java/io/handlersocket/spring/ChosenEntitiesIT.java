// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.PlayerNames;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.diary.Author;
import io.handlersocket.spring.diary.Entry;
import io.handlersocket.spring.internal.actuate.EntityReport;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** With {@code handlersocket.entities=annotated}, only chosen entities go over HandlerSocket. */
class ChosenEntitiesIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final String PROPERTY = "handlersocket.entities=annotated";

    private static String reason(Class<?> entity) {
        return entity.getName() + " has no @OverHandlerSocket, and " + PROPERTY;
    }

    @Test
    void theAnnotatedEntityIsFastAndTheOtherIsNot() {
        try (Diaries diaries =
                Diaries.start(server, PROPERTY, "management.endpoints.web.exposure.include=handlersocket")) {
            HandlerSocketEndpoint endpoint = diaries.bean(HandlerSocketEndpoint.class);
            await().untilAsserted(() -> assertThat(endpoint.entities()) // as soon as the index is open
                    .containsExactlyInAnyOrder(
                            new EntityReport(
                                    Author.class.getName(),
                                    Route.JDBC,
                                    JdbcReason.Kind.OPTION,
                                    reason(Author.class),
                                    "Annotate the entity with @OverHandlerSocket."),
                            new EntityReport(Entry.class.getName(), Route.HANDLERSOCKET, null, null, null)));
        }
    }

    /** Also calls that are read without Hibernate. */
    @Test
    void annotatedMethodsOfOtherEntitiesStayOnJdbc() {
        List<LookupListener.Lookup> lookups = new CopyOnWriteArrayList<>();
        PlayerApplication.createTable(server);
        try (ConfigurableApplicationContext context = PlayerApplication.on(
                        server, PROPERTY, "handlersocket.startup=wait")
                .initializers(
                        PlayerApplication.patient(),
                        (GenericApplicationContext beans) ->
                                beans.registerBean(LookupListener.class, () -> lookups::add))
                .run()) {
            assertThat(context.getBean(Players.class).findById(42L)).isPresent();
            assertThat(context.getBean(Players.class).existsById(42L)).isTrue();
            assertThat(context.getBean(PlayerNames.class).findNameById(42L)).isPresent();

            assertThat(lookups).hasSize(3).allSatisfy(lookup -> {
                assertThat(lookup.route()).isEqualTo(LookupRoute.JDBC);
                assertThat(lookup.reason()).isEqualTo(reason(Player.class));
                assertThat(lookup.kind()).isEqualTo(Kind.OPTION);
            });
        }
    }
}
