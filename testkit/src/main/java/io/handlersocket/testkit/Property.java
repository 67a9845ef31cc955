// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement that holds for every input of a kind. An input for which it fails is made smaller, as long as it still
 * fails, before it is shown.
 *
 * @param <T> the input's type; its {@code toString} is what is shown
 */
public final class Property<T> {

    private static final int MAX_STEPS = 10_000;

    /** Fails with any exception or error if it does not hold. */
    @FunctionalInterface
    public interface Statement<T> {
        void check(T input) throws Exception;
    }

    private final Function<Random, T> any;
    private final Function<T, Stream<T>> smaller;

    private Property(Function<Random, T> any, Function<T, Stream<T>> smaller) {
        this.any = any;
        this.smaller = smaller;
    }

    /**
     * Inputs of a kind.
     *
     * @param any makes one
     * @param smaller inputs that are a little simpler than the given one, the simplest first; empty for the simplest
     */
    public static <T> Property<T> of(Function<Random, T> any, Function<T, Stream<T>> smaller) {
        return new Property<>(any, smaller);
    }

    /** Checks this many inputs. Throws an AssertionError with the smallest input for which the statement fails. */
    public void holds(Random random, int inputs, Statement<T> statement) {
        for (int i = 0; i < inputs; i++) {
            T input = any.apply(random);
            Throwable failure = failure(statement, input);
            if (failure != null) {
                throw smallest(input, failure, statement);
            }
        }
    }

    private AssertionError smallest(T first, Throwable firstFailure, Statement<T> statement) {
        T input = first;
        Throwable failure = firstFailure;
        int steps = 0;
        boolean shrunk = true;
        while (shrunk) {
            shrunk = false;
            for (T candidate : (Iterable<T>) smaller.apply(input)::iterator) {
                Throwable again = ++steps > MAX_STEPS ? null : failure(statement, candidate);
                if (again != null) {
                    input = candidate;
                    failure = again;
                    shrunk = true;
                    break;
                }
            }
        }
        return new AssertionError(
                "fails for " + input + "\nfound as   " + first + "\nbecause " + failure.getMessage(), failure);
    }

    private static <T> @Nullable Throwable failure(Statement<T> statement, T input) {
        try {
            statement.check(input);
            return null;
        } catch (Exception | AssertionError e) {
            return e;
        }
    }

    /** Lists that lack a half, then those that lack one element, then those of which one element is smaller. */
    public static <E> Stream<List<E>> smallerLists(List<E> list, Function<E, Stream<E>> smallerElement) {
        int half = list.size() / 2;
        Stream<List<E>> halves =
                half == 0 ? Stream.of() : Stream.of(list.subList(half, list.size()), list.subList(0, half));
        Stream<List<E>> without = IntStream.range(0, list.size()).mapToObj(i -> {
            List<E> rest = new ArrayList<>(list);
            rest.remove(i);
            return rest;
        });
        Stream<List<E>> changed = IntStream.range(0, list.size())
                .boxed()
                .flatMap(i -> smallerElement.apply(list.get(i)).map(element -> {
                    List<E> copy = new ArrayList<>(list);
                    copy.set(i, element);
                    return copy;
                }));
        return Stream.of(halves, without, changed).flatMap(Function.identity());
    }

    /** Numbers closer to 0. */
    public static Stream<Long> smallerNumbers(long number) {
        return Stream.of(0L, number / 2, number - Long.signum(number))
                .filter(candidate -> negative(candidate) > negative(number))
                .distinct();
    }

    /** The absolute value, negated, because the smallest long has no positive one. */
    private static long negative(long number) {
        return number > 0 ? -number : number;
    }

    /** Texts that lack a half or one character, or have an {@code a} in place of another character. */
    public static Stream<String> smallerTexts(String text) {
        List<Character> characters =
                text.chars().mapToObj(character -> (char) character).toList();
        return smallerLists(characters, character -> character == 'a' ? Stream.of() : Stream.of('a'))
                .map(Property::text);
    }

    private static String text(List<Character> characters) {
        StringBuilder text = new StringBuilder();
        characters.forEach(text::append);
        return text.toString();
    }
}
