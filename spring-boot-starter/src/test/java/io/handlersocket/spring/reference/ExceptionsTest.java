// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.HandlerSocketException.Fate;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/reference/exceptions.md has each public exception, and what it says of retries is what the code says. */
class ExceptionsTest {

    private static final Page PAGE = Page.of("reference/exceptions.md");
    private static final Pattern PUBLIC =
            Pattern.compile("public (?:abstract |final |sealed )*class (\\w+Exception)\\b");

    @Test
    void thePageHasEachExceptionOfTheClientAndNoOther() {
        List<String> documented = PAGE.rows().stream()
                .filter(row -> row.size() == 4)
                .map(row -> Page.code(row.get(0)))
                .toList();

        List<String> thrown = Arrays.stream(HandlerSocketException.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .toList();
        assertThat(documented).containsExactlyInAnyOrderElementsOf(thrown);
    }

    /** An exception outside of the internal packages is one that callers may see. */
    @Test
    void noOtherExceptionIsPublic() {
        List<JavaSource> sources = new ArrayList<>(JavaSource.ofClient(""));
        sources.addAll(JavaSource.ofHibernate(""));
        sources.addAll(JavaSource.ofStarter(""));
        sources.addAll(JavaSource.ofExtensions());
        TreeSet<String> found = new TreeSet<>();
        for (JavaSource source : sources) {
            for (String statement : source.statements()) {
                Matcher name = PUBLIC.matcher(statement);
                if (name.find()) {
                    found.add(name.group(1));
                }
            }
        }
        // Public only for the other packages of their module or for extensions, and thrown to no caller.
        found.removeAll(List.of("NotUsableException", "NoSessionException", "LeftToJdbcException"));

        assertThat(found)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(PAGE.text()).contains('`' + name + '`'));
    }

    @Test
    void thePageHasEachReasonOfUnavailability() {
        assertThat(PAGE.rows().stream()
                        .filter(row -> row.size() == 2)
                        .map(row -> Page.code(row.get(0)))
                        .filter(name -> name.matches("[A-Z_]+")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(UnavailableException.Reason.values())
                        .map(Enum::name)
                        .toList());
        for (UnavailableException.Reason reason : UnavailableException.Reason.values()) {
            assertThat(new UnavailableException(reason, "").retryable())
                    .isEqualTo(reason != UnavailableException.Reason.CLOSED);
        }
    }

    @Test
    void thePageHasEachFate() {
        assertThat(Fate.values()).allSatisfy(fate -> assertThat(PAGE.text()).contains(fate.name()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock_tables", "open_table", "146", "149", "188", "200"})
    void thePageHasTheErrorsThatMayPass(String error) {
        assertThat(new ServerErrorException("", 1, error).retryable()).isTrue();
        assertThat(PAGE.text()).contains('`' + error + '`');
    }
}
