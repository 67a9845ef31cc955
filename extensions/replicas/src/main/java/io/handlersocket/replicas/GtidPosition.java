// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A position in the binary log of a primary: the last global transaction id (GTID) of each replication domain. An
 * application can pass it on as text, and read with {@link Freshness#atLeast} what it wrote. Immutable.
 *
 * @param domains the last transaction of each domain, by domain
 */
public record GtidPosition(Map<Long, Gtid> domains) {

    /** The maximum number of domains of a position that {@link #parse} reads. */
    public static final int MAX_DOMAINS = 64;

    /** The longest ids, with a comma and a space between them. */
    private static final int MAX_LENGTH = MAX_DOMAINS * 44;

    private static final Pattern GTID = Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,20})");
    private static final long MAX_NUMBER = 0xFFFF_FFFFL;

    /** No transaction. */
    public static final GtidPosition NONE = new GtidPosition(Map.of());

    /**
     * The id of one transaction.
     *
     * @param domain the replication domain, 0 to 4294967295
     * @param server the {@code server_id} of the server that first executed it, 0 to 4294967295
     * @param sequence its number in the domain, as an unsigned long
     */
    public record Gtid(long domain, long server, long sequence) {

        public Gtid {
            checkNumber("domain", domain);
            checkNumber("server", server);
        }

        private static void checkNumber(String what, long value) {
            if (value < 0 || value > MAX_NUMBER) {
                throw new IllegalArgumentException(what + ": " + value + " (expected 0 to " + MAX_NUMBER + ")");
            }
        }

        /**
         * Reads an id such as {@code 0-1-42}.
         *
         * @throws IllegalArgumentException if the text is malformed
         */
        public static Gtid parse(String text) {
            Matcher id = GTID.matcher(text);
            if (!id.matches()) {
                throw new IllegalArgumentException("GTID: malformed text (expected domain-server-sequence as 0-1-42)");
            }
            try {
                return new Gtid(
                        Long.parseLong(id.group(1)), Long.parseLong(id.group(2)), Long.parseUnsignedLong(id.group(3)));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("GTID: sequence out of range (expected at most 2^64 - 1)", e);
            }
        }

        @Override
        public String toString() {
            return domain + "-" + server + "-" + Long.toUnsignedString(sequence);
        }
    }

    /**
     * Creates a position.
     *
     * @throws IllegalArgumentException if a key is not the domain of its value
     */
    public GtidPosition {
        requireNonNull(domains, "domains: null (expected a GTID per domain)");
        domains.forEach((domain, gtid) -> {
            if (domain != gtid.domain()) {
                throw new IllegalArgumentException("domains: " + gtid + " under domain " + domain);
            }
        });
        domains = domains.size() < 2 ? Map.copyOf(domains) : Collections.unmodifiableMap(new TreeMap<>(domains));
    }

    /**
     * Reads a position such as {@code 0-1-42,1-1-7}; an empty text is {@link #NONE}. The text may come from outside, as
     * from a header of a request.
     *
     * @throws IllegalArgumentException if the text is malformed, longer than 2,816 characters, or has a domain twice
     *     or more than {@value #MAX_DOMAINS} domains
     */
    public static GtidPosition parse(String text) {
        requireNonNull(text, "position: null (expected a text such as 0-1-42)");
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "GTID position: " + text.length() + " characters (expected at most " + MAX_LENGTH + ")");
        }
        if (text.isEmpty()) {
            return NONE;
        }
        Map<Long, Gtid> domains = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            Gtid gtid = Gtid.parse(part.trim());
            if (domains.put(gtid.domain(), gtid) != null) {
                throw new IllegalArgumentException("GTID position: domain " + gtid.domain() + " twice");
            }
        }
        if (domains.size() > MAX_DOMAINS) {
            throw new IllegalArgumentException(
                    "GTID position: " + domains.size() + " domains (expected at most " + MAX_DOMAINS + ")");
        }
        return new GtidPosition(domains);
    }

    /**
     * Returns whether a server at this position has executed all transactions up to the other one: in each domain of
     * the other, this sequence number is at least as high. The answer holds only for positions of one history.
     */
    public boolean covers(GtidPosition other) {
        for (Gtid wanted : other.domains.values()) {
            Gtid own = domains.get(wanted.domain());
            if (own == null || Long.compareUnsigned(own.sequence(), wanted.sequence()) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the position that has the higher transaction of both in each domain. */
    public GtidPosition max(GtidPosition other) {
        if (covers(other)) {
            return this;
        }
        Map<Long, Gtid> highest = new TreeMap<>(domains);
        other.domains.forEach((domain, gtid) ->
                highest.merge(domain, gtid, (a, b) -> Long.compareUnsigned(a.sequence(), b.sequence()) >= 0 ? a : b));
        return new GtidPosition(highest);
    }

    /**
     * Returns the position that has the lower transaction of both in each domain. It has no domain that one of them
     * lacks.
     */
    public GtidPosition min(GtidPosition other) {
        if (other.covers(this)) {
            return this;
        }
        Map<Long, Gtid> lowest = new TreeMap<>();
        domains.forEach((domain, own) -> {
            Gtid its = other.domains.get(domain);
            if (its != null) {
                lowest.put(domain, Long.compareUnsigned(own.sequence(), its.sequence()) <= 0 ? own : its);
            }
        });
        return new GtidPosition(lowest);
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Gtid gtid : domains.values()) {
            text.append(text.isEmpty() ? "" : ",").append(gtid);
        }
        return text.toString();
    }
}
