// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.test.LoadAssertions.assertThatLoads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;

/** The README's snippet is the code below, and it runs. */
class ReadmeIT {

    @Test
    void theSnippetRuns() {
        HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
        DataSource dataSource = server.dataSource();
        Configuration configuration = new Configuration().addAnnotatedClass(Player.class);
        Properties settings = configuration.getProperties();
        settings.put("hibernate.connection.datasource", dataSource);
        settings.put("hibernate.hbm2ddl.auto", "create");

        HandlerSocketClient client =
                HandlerSocketClient.builder().dataSource(dataSource).build();
        settings.put(HandlerSocketSettings.CLIENT, client); // all there is to configure
        SessionFactory sessionFactory = configuration.buildSessionFactory();

        HandlerSocketLoads loads = HandlerSocketLoads.of(sessionFactory);
        loads.prepare().toCompletableFuture().join(); // open the indexes ahead of the first load
        loads.plans().forEach(System.out::println); // what goes where, and why not

        await().untilAsserted(() -> assertThat(loads.ready(Player.class)).isTrue());
        assertThat(loads.entities()).extracting(EntityPlan::route).containsExactly(Route.HANDLERSOCKET);
        assertThatLoads(sessionFactory, Player.class).goOverHandlerSocket();
        assertThatThrownBy(() -> assertThatLoads(sessionFactory, Model.class).goOverHandlerSocket())
                .hasMessageContaining("no entity of this session factory");
        assertThatThrownBy(() -> assertThatLoads(sessionFactory, Player.class)
                        .within(Duration.ZERO)
                        .stayOnJdbc("eager join"))
                .hasMessageContaining("go over HANDLERSOCKET");
        sessionFactory.close();
        client.close();
    }

    @Test
    void everySnippetIsInThisFile() throws IOException {
        String source = squeezed(Files.readString(
                Path.of("src/test/java", ReadmeIT.class.getName().replace('.', '/') + ".java")));
        Matcher snippet =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(Path.of("README.md")));
        int snippets = 0;
        while (snippet.find()) {
            snippets++;
            assertThat(source).contains(squeezed(snippet.group(1)));
        }
        assertThat(snippets).isEqualTo(2);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
