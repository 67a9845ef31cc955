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
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;

/** Runs the snippets of the README and of docs/, and compares the table of options with the API. */
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
        settings.put(HandlerSocketSettings.CLIENT, client);
        SessionFactory sessionFactory = configuration.buildSessionFactory();

        HandlerSocketLoads loads = HandlerSocketLoads.of(sessionFactory);
        loads.prepare().toCompletableFuture().join(); // open the indexes before the first load
        loads.plans().forEach(System.out::println); // the route of each load, and the reason for JDBC

        await().untilAsserted(() -> assertThat(loads.ready(Player.class)).isTrue());
        assertThat(loads.entities()).extracting(LoadPlan::route).containsExactly(Route.HANDLERSOCKET);
        assertThatLoads(sessionFactory, Player.class).goOverHandlerSocket();
        assertThatThrownBy(() -> assertThatLoads(sessionFactory, Model.class).goOverHandlerSocket())
                .hasMessageContaining("no entity of this session factory");
        assertThatThrownBy(() -> assertThatLoads(sessionFactory, Player.class)
                        .within(Duration.ZERO)
                        .stayOnJdbc("eager join"))
                .hasMessageContaining("go over HANDLERSOCKET");
        sessionFactory.inSession(session -> {
            List<Player> best = loads.overJdbc(
                    session,
                    () -> session.createSelectionQuery("from Player p order by p.score desc", Player.class)
                            .setMaxResults(10)
                            .getResultList());
            assertThat(best).isEmpty();
        });
        assertThat(loads.counts())
                .filteredOn(count -> count.route() == Route.JDBC)
                .extracting(LoadCount::kind)
                .containsExactly(JdbcReason.Kind.OPTION);
        sessionFactory.close();
        client.close();
    }

    @Test
    void everySnippetIsInThisFile() throws IOException {
        String source = squeezed(Files.readString(
                Path.of("src/test/java", ReadmeIT.class.getName().replace('.', '/') + ".java")));
        Matcher snippet = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(pages());
        int snippets = 0;
        while (snippet.find()) {
            snippets++;
            assertThat(source).contains(squeezed(snippet.group(1)));
        }
        assertThat(snippets).isEqualTo(3);
    }

    @Test
    void everySettingIsInTheModulesDocs() throws Exception {
        List<String> settings = new ArrayList<>();
        for (Field field : HandlerSocketSettings.class.getFields()) {
            settings.add((String) field.get(null));
        }
        assertThat(Files.readString(Path.of("docs", "options.md"))
                        .lines()
                        .filter(line -> line.startsWith("| `"))
                        .map(line -> line.split("`", -1)[1]))
                .containsExactlyInAnyOrderElementsOf(settings);
    }

    /** The text of the README and of all pages of the module. */
    private static String pages() throws IOException {
        StringBuilder text = new StringBuilder(Files.readString(Path.of("README.md")));
        try (Stream<Path> pages = Files.list(Path.of("docs"))) {
            for (Path page : pages.toList()) {
                text.append('\n').append(Files.readString(page));
            }
        }
        return text.toString();
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
