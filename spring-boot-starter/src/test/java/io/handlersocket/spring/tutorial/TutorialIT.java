// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tutorial;

import static io.handlersocket.hibernate.test.LoadAssertions.assertThatLoads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.handlersocket.spring.LookupListener;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.testkit.spring.HandlerSocketTest;
import jakarta.persistence.EntityManagerFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** Runs the service of docs/tutorial.md and its test. */
@ExtendWith(OutputCaptureExtension.class)
class TutorialIT {

    private static final Path PAGE = Path.of("../docs/tutorial.md");

    @Nested
    @TestPropertySource(properties = "spring.jpa.hibernate.ddl-auto=update")
    @DirtiesContext // or its client would live on beside those of other tests
    @HandlerSocketTest
    @Import(TestDatabase.class)
    class BookRepositoryTest {

        @TestConfiguration
        static class Listening {

            final List<Lookup> lookups = new CopyOnWriteArrayList<>();

            @Bean
            LookupListener lookupListener() {
                return lookups::add;
            }
        }

        @Autowired
        BookRepository books;

        @Autowired
        EntityManagerFactory factory;

        @Autowired
        Listening listening;

        @Test
        void loadsBooksOverHandlerSocket() {
            assertThatLoads(factory, Book.class).goOverHandlerSocket();
        }

        @Test
        void findsABookByItsIsbn() {
            books.save(new Book(1, "978-1-4028-9462-6", "A Book"));

            assertThat(books.findByIsbn("978-1-4028-9462-6"))
                    .map(BookRepository.Card::title)
                    .contains("A Book");

            await().untilAsserted(
                            () -> { // a machine that stood still has no connections for a moment
                                listening.lookups.clear();
                                books.findByIsbn("978-1-4028-9462-6");
                                assertThat(listening.lookups)
                                        .extracting(Lookup::route, Lookup::reason)
                                        .containsExactly(tuple(LookupRoute.HANDLERSOCKET, ""));
                            });
        }
    }

    @Test
    void theServiceAnswersOverHandlerSocket(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.from(BooksApplication::main)
                .with(TestDatabase.class)
                .run(
                        "--server.port=0",
                        "--spring.datasource.connection-fetch=lazy",
                        "--spring.jpa.hibernate.ddl-auto=update",
                        "--management.endpoints.web.exposure.include=health,handlersocket")
                .getApplicationContext()) {
            for (String line : shownLog()) {
                await().untilAsserted(
                                () -> assertThat(output.toString().lines()).anyMatch(logged -> logged.matches(line)));
            }
            assertThat(output.toString().lines().filter(line -> line.contains("entities can be loaded")))
                    .as("corrected by no other line")
                    .hasSize(1);

            String site = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
            HttpClient http = HttpClient.newHttpClient();
            String book = "{\"id\":1,\"isbn\":\"978-1-4028-9462-6\",\"title\":\"A Book\"}";
            HttpRequest post = HttpRequest.newBuilder(URI.create(site + "/books"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(book))
                    .build();

            assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).body())
                    .isEqualTo(book);
            assertThat(get(http, site + "/books/1")).isEqualTo(book);
            assertThat(get(http, site + "/books?isbn=978-1-4028-9462-6")).isEqualTo("{\"id\":1,\"title\":\"A Book\"}");
            await().untilAsserted(() -> {
                assertThat(get(http, site + "/books/1")).isEqualTo(book);
                assertThat(get(http, site + "/actuator/handlersocket"))
                        .contains("\"route\":\"HANDLERSOCKET\"")
                        .contains("\"callsShare\":");
            });
        }
    }

    /** The project of the page has the versions of this build, and dependencies with which this class compiles and runs. */
    @Test
    void theProjectIsThatOfThisTest() throws IOException {
        String page = Files.readString(PAGE);
        String project = page.substring(page.indexOf("<project "), page.indexOf("</project>"));
        String build = Files.readString(Path.of("../pom.xml"));
        assertThat(project)
                .contains("<version>" + only("spring-boot.version", build) + "</version>")
                .contains("<netty.version>" + only("netty.version", build) + "</netty.version>")
                .contains("<java.version>" + only("java.release", build) + "</java.version>")
                .contains("<version>" + only("version", build.substring(build.indexOf("<artifactId>"))) + "</version>");
        String known = Files.readString(Path.of("pom.xml"))
                + Files.readString(Path.of("../testkit/pom.xml"))
                + Files.readString(Path.of("../bom/pom.xml"));
        String dependencies = project.substring(project.indexOf("</dependencyManagement>"), project.indexOf("<build>"));
        assertThat(Pattern.compile("<artifactId>[^<]+</artifactId>")
                        .matcher(dependencies)
                        .results())
                .hasSize(8)
                .allSatisfy(artifact -> assertThat(known).contains(artifact.group()));
    }

    private static String only(String element, String pom) {
        return pom.substring(
                pom.indexOf('<' + element + '>') + element.length() + 2, pom.indexOf("</" + element + '>'));
    }

    /** Returns patterns of the log lines that the page shows, for any address, version and list of methods. */
    private static List<String> shownLog() throws IOException {
        String page = Files.readString(PAGE);
        List<String> lines = page.substring(page.indexOf("```\nhs: ") + 4)
                .lines()
                .takeWhile(line -> !line.equals("```"))
                .map(line -> ".*" + Pattern.quote(line) + ".*")
                .map(line -> line.replaceFirst("[0-9.]+:[0-9]+ ", "\\\\E\\\\S+ \\\\Q"))
                .map(line -> line.replaceFirst("server [^,]+,", "server \\\\E[^,]+,\\\\Q"))
                .map(line -> line.replace("…", "\\E.+\\Q"))
                .toList();
        assertThat(lines).hasSize(2);
        return lines;
    }

    private static String get(HttpClient http, String uri) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
}
