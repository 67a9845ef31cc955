// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says how fresh the answers of reads must be, and so whether a replica may answer. Immutable; two that say the same
 * are equal.
 */
public final class Freshness {

    /** Only the primary answers. */
    public static final Freshness PRIMARY = new Freshness(true, null, null);

    /** Any usable replica answers, however old its data are. */
    public static final Freshness ANY = new Freshness(false, null, null);

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s)");

    private final boolean primary;
    private final @Nullable Duration maxAge;
    private final @Nullable GtidPosition position;

    private Freshness(boolean primary, @Nullable Duration maxAge, @Nullable GtidPosition position) {
        this.primary = primary;
        this.maxAge = maxAge;
        this.position = position;
    }

    /**
     * Returns the freshness of answers that contain every commit acknowledged before this time span ended.
     *
     * @param age the maximum age of an answer when it arrives; more than 0. {@link Replicas} rejects less than two poll
     *     intervals
     * @throws IllegalArgumentException if the age is 0 or negative
     */
    public static Freshness within(Duration age) {
        requireNonNull(age, "age: null (expected a duration)");
        if (age.isNegative() || age.isZero()) {
            throw new IllegalArgumentException("age: " + age + " (expected more than 0)");
        }
        return new Freshness(false, age, null);
    }

    /** Returns the freshness of answers that contain every commit up to this position. */
    public static Freshness atLeast(GtidPosition position) {
        return new Freshness(false, null, requireNonNull(position, "position: null (expected a GtidPosition)"));
    }

    /**
     * Reads {@code primary}, {@code any}, or a duration such as {@code 100ms} or {@code 2s}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static Freshness parse(String text) {
        requireNonNull(text, "freshness: null (expected a text such as 100ms)");
        if (text.equals("primary")) {
            return PRIMARY;
        }
        if (text.equals("any")) {
            return ANY;
        }
        Matcher duration = DURATION.matcher(text);
        if (!duration.matches()) {
            throw new IllegalArgumentException(
                    "freshness: '" + text + "' (expected primary, any, or a duration such as 100ms or 2s)");
        }
        long number = Long.parseLong(duration.group(1));
        return within(duration.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number));
    }

    /** Returns whether only the primary may answer. */
    public boolean isPrimary() {
        return primary;
    }

    /** Returns the maximum age of an answer; empty if there is no such limit. */
    public Optional<Duration> maxAge() {
        return Optional.ofNullable(maxAge);
    }

    /** Returns the position that an answer must cover; empty if there is no such limit. */
    public Optional<GtidPosition> position() {
        return Optional.ofNullable(position);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Freshness that
                && primary == that.primary
                && Objects.equals(maxAge, that.maxAge)
                && Objects.equals(position, that.position);
    }

    @Override
    public int hashCode() {
        return Objects.hash(primary, maxAge, position);
    }

    @Override
    public String toString() {
        if (maxAge != null) {
            return "within " + maxAge.toMillis() + " ms";
        }
        if (position != null) {
            return "at least " + position;
        }
        return primary ? "primary" : "any";
    }
}
