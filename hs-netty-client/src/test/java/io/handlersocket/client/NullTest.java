// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Null never means "no condition" or "the default": a null key value matches no row, all else is refused by name. */
@NullUnmarked
class NullTest {

    private static final Range SEVEN = Range.equal(7);

    @Test
    void aNullBoundEndOrFilterIsRefusedAndNeverDropped() {
        refused("bound", () -> SEVEN.and(Comparison.GREATER, null));
        refused("bound", () -> SEVEN.until(Comparison.LESS, null));
        refused("bound", () -> Range.all(Comparison.LESS, null));
        refused("filter on column level", () -> SEVEN.where("level", Comparison.EQUAL, null));
        refused("comparison", () -> SEVEN.and(null, 1));
        refused("comparison", () -> SEVEN.where("level", null, 1));
        refused("column", () -> SEVEN.where(null, Comparison.EQUAL, 1));
        refused("conditions", () -> SEVEN.where(null));
        refused("filters: a null element", () -> SEVEN.where(Arrays.asList((Range.Filter) null)));
        refused("values", () -> Range.equal((Object[]) null));
    }

    @Test
    void aNullKeyValueIsKeptAsOneThatMatchesNoRow() {
        assertThat(Range.equal(1, null).equal()).containsExactly(1, null);
        assertThat(Key.of(1, null).values()).containsExactly(1, null);
    }

    @Test
    void whatARangeLeavesOutIsEmptyAndNotNull() {
        assertThat(SEVEN.from()).isEmpty();
        assertThat(SEVEN.until()).isEmpty();
        assertThat(SEVEN.until(Comparison.LESS, 3).until()).contains(new Range.Bound(Comparison.LESS, 3));
        assertThat(Range.all(Comparison.LESS, 3).isDescending()).isTrue();
        assertThat(SEVEN.descending().isDescending()).isTrue();
        assertThat(SEVEN.descending().and(Comparison.GREATER, 3).isDescending()).isFalse();
        assertThatThrownBy(() -> SEVEN.and(Comparison.GREATER, 3).descending())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SEVEN.and(Comparison.EQUAL, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Range.equal(new Object[0])).isInstanceOf(IllegalArgumentException.class);
        assertThat(SEVEN.and(Comparison.GREATER, 3).where("k", Comparison.NOT_EQUAL, 5))
                .as("shows no value")
                .hasToString("Range(1 equal, > ?, [k != ?], limit 1000)");
    }

    @Test
    void namesKeysReadsAndAddressesAreRefused() {
        refused("schema", () -> new TableName(null, "t"));
        refused("table", () -> new TableName("s", null));
        refused("table", () -> new IndexSpec(null, "k", List.of()));
        refused("index", () -> new IndexSpec(new TableName("s", "t"), null, List.of()));
        refused("columns: a null element", () -> IndexSpec.primary("s", "t").select("a", null));
        refused("names", () -> IndexSpec.primary("s", "t").select((String[]) null));
        refused("values", () -> Key.of((Object[]) null));
        refused("index", () -> new Read(null, List.of(), List.of(), 1));
        refused("host", () -> new Endpoint(null, 1));
        refused("uri", () -> HandlerSocketClient.builder(null));
    }

    @Test
    void aDrainLockOfNothingIsNoLockThatIsNotHeld() {
        DataSource never = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, given) -> {
                    throw new AssertionError(method);
                });
        refused("dataSource", () -> DrainLock.acquire(null, Duration.ZERO));
        refused("nodes", () -> DrainLock.acquire(never, null, Duration.ZERO));
        refused("wait", () -> DrainLock.acquire(never, null));
    }

    @TestFactory
    Stream<DynamicTest> everyOptionOfTheBuilderIsRefusedByName() {
        return Arrays.stream(HandlerSocketClientBuilder.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && method.getParameterCount() == 1
                        && !method.getParameterTypes()[0].isPrimitive())
                .map(method ->
                        DynamicTest.dynamicTest(method.getName(), () -> refused(method.getName(), () -> call(method))));
    }

    private static void call(Method method) throws Throwable {
        try {
            method.invoke(HandlerSocketClient.builder(), new Object[] {null});
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The message says which parameter, and what to do. */
    private static void refused(String name, ThrowingCallable call) {
        Consumer<NullPointerException> helpful = e -> assertThat(e.getMessage()).startsWith(name);
        assertThatNullPointerException()
                .isThrownBy(call)
                .satisfies(helpful)
                .withMessageContaining("null")
                .withMessageContaining("(expected ");
    }
}
