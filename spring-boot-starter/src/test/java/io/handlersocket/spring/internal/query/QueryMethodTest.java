// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.spring.FastLookup;
import io.handlersocket.spring.IndexLookup;
import io.handlersocket.spring.diary.Entry;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.query.Param;

/** Methods whose index must give the rows that their own query gives. */
class QueryMethodTest {

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    private @interface Unfit {
        String value();
    }

    record Text(String slug, String title) {}

    interface Shown {
        String getSlug();

        String getTitle();
    }

    @SuppressWarnings("unused") // read by reflection
    interface Fitting {
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug = ?1")
        Optional<Text> whole(String slug);

        @IndexLookup(index = "uk_slug")
        @Query("SELECT e FROM #{#entityName} AS e\n WHERE e.slug=:slug")
        Optional<Text> named(@Param("slug") String value);

        @IndexLookup(index = "uk_slug")
        @Query("select e.slug, e.title as title from Entry e where e.slug = :slug")
        Optional<Text> parts(String slug);

        @IndexLookup(index = "uk_slug")
        @Query(
                "select new io.handlersocket.spring.internal.query.QueryMethodTest$Text(e.slug, e.title) from Entry e where e.slug = ?1")
        Optional<Text> made(String slug);

        @IndexLookup(index = "uk_slug")
        @Query("select e.title as title, e.slug as slug from Entry e where e.slug = ?1")
        Optional<Shown> byName(String slug);

        @IndexLookup(index = "author_created")
        @Query("select e from Entry e where e.created = ?2 and e.author.id = ?1 order by e.created desc, e.id DESC")
        List<Text> turned(long author, java.time.LocalDateTime created, Limit limit);

        @FastLookup
        @Query("select e from Entry e where e.slug = ?1")
        Optional<Text> anyIndex(String slug);

        @IndexLookup(index = "author_created")
        List<Text> findByAuthorIdOrderByCreated(long author);

        @IndexLookup(index = "uk_slug")
        default Optional<Text> ofItsBody(String slug) {
            return named(slug);
        }

        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e join fetch e.author where e.slug = ?1 and e.hidden = false")
        Optional<Entry> entity(String slug);
    }

    @SuppressWarnings("unused") // read by reflection
    interface Others {
        @Unfit("e.hidden=false")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug=?1 and e.hidden=false")
        Optional<Text> more(String slug);

        @Unfit("e.hidden = false")
        @FastLookup
        @Query("select e from Entry e where e.slug = ?1 and e.hidden = false")
        Optional<Text> findTextBySlug(String slug);

        @Unfit("or e.title")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug = ?1 or e.title = ?2")
        Optional<Text> either(String slug, String title);

        @Unfit("e.slug <> ?1")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug <> ?1")
        List<Text> not(String slug);

        @Unfit("lower(e.slug)")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where lower(e.slug) = ?1")
        List<Text> lower(String slug);

        @Unfit("group by")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug = ?1 group by e.title")
        List<Text> grouped(String slug);

        @Unfit("join")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e join e.author a where e.slug = ?1")
        Optional<Text> joined(String slug);

        @Unfit("limit")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug = ?1 limit 1")
        Optional<Text> limited(String slug);

        @Unfit("nulls last")
        @IndexLookup(index = "author_created")
        @Query("select e from Entry e where e.author.id = ?1 order by e.created nulls last")
        List<Text> nullsLast(long author);

        @Unfit("Author a")
        @IndexLookup(index = "uk_slug")
        @Query("select a from Author a where a.name = ?1")
        Optional<Text> anotherEntity(String slug);

        @Unfit("each of its parameters")
        @IndexLookup(index = "author_created")
        @Query("select e from Entry e where e.author.id = ?1")
        List<Text> unused(long author, java.time.LocalDateTime created);

        @Unfit("e.slug = :other")
        @IndexLookup(index = "uk_slug")
        @Query("select e from Entry e where e.slug = :other")
        Optional<Text> unknown(@Param("slug") String slug);

        @Unfit("selects [title, slug] for the attributes [slug, title]")
        @IndexLookup(index = "uk_slug")
        @Query("select e.title, e.slug from Entry e where e.slug = ?1")
        Optional<Text> swapped(String slug);

        @Unfit("e.title as slug")
        @IndexLookup(index = "uk_slug")
        @Query("select e.title as slug, e.slug as title from Entry e where e.slug = ?1")
        Optional<Shown> renamed(String slug);

        @Unfit("distinct e")
        @IndexLookup(index = "uk_slug")
        @Query("select distinct e from Entry e where e.slug = ?1")
        Optional<Text> distinct(String slug);

        @Unfit("no rows")
        @IndexLookup(index = "uk_slug")
        @Query("select count(e) > 0 from Entry e where e.slug = ?1")
        boolean any(String slug);

        @Unfit("native query")
        @IndexLookup(index = "uk_slug")
        @NativeQuery("SELECT slug, title FROM entry WHERE slug = ?1")
        Optional<Text> overSql(String slug);

        @Unfit("declared elsewhere")
        @IndexLookup(index = "uk_slug")
        @Query(name = "Entry.known")
        Optional<Text> known(String slug);

        @Unfit("Or")
        @IndexLookup(index = "uk_slug")
        Optional<Text> findBySlugOrTitle(String slug, String title);

        @Unfit("cannot derive a query")
        @IndexLookup(index = "uk_slug")
        Optional<Text> something(String slug);

        @Unfit("cannot read its body")
        @FastLookup
        default Optional<Text> findBySlug(String slug) {
            return something(slug);
        }
    }

    static Stream<Method> fitting() {
        return Arrays.stream(Fitting.class.getMethods());
    }

    static Stream<Method> others() {
        return Arrays.stream(Others.class.getMethods());
    }

    @ParameterizedTest
    @MethodSource("fitting")
    void takesAQueryThatTheIndexAnswers(Method method) {
        assertThatCode(() -> QueryMethod.of(method, Fitting.class, Entry.class)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("others")
    void refusesAQueryThatMaySaySomethingElse(Method method) {
        assertThatThrownBy(() -> QueryMethod.of(method, Others.class, Entry.class))
                .isInstanceOf(LeftToJdbcException.class)
                .hasMessageContaining(method.getAnnotation(Unfit.class).value());
    }

    @Test
    void readsTheQueryAndNotTheOrderOfParameters() throws Exception {
        Method turned = Fitting.class.getMethod("turned", long.class, java.time.LocalDateTime.class, Limit.class);

        QueryShape shape = QueryMethod.of(turned, Fitting.class, Entry.class).shape();

        assertThat(shape.equal()).containsExactly("created", "author.id");
        assertThat(shape.values(new Object[] {"author", "created"})).containsExactly("created", "author");
        assertThat(shape.range().order())
                .extracting(order -> order.column() + " " + order.descending())
                .containsExactly("created true", "id true");
    }
}
