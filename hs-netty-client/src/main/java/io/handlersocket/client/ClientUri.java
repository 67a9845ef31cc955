// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Reads {@code handlersocket://host:port/schema?option=value}. No message of it holds a secret. */
final class ClientUri {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** What each option does with its text; named as the builder's methods, or by what they switch off. */
    static final Map<String, BiConsumer<HandlerSocketClientBuilder, String>> OPTIONS = new TreeMap<>(Map.ofEntries(
            Map.entry("name", HandlerSocketClientBuilder::name),
            Map.entry("host", HandlerSocketClientBuilder::host),
            number("port", HandlerSocketClientBuilder::port),
            Map.entry("secret", HandlerSocketClientBuilder::secret),
            Map.entry("unixSocket", HandlerSocketClientBuilder::unixSocket),
            Map.entry("schema", HandlerSocketClientBuilder::schema),
            onOff("tls", (builder, on) -> {
                if (on) {
                    builder.tls(defaultContext());
                }
            }),
            onOff("tlsHostnameVerification", (builder, on) -> {
                if (!on) {
                    builder.withoutTlsHostnameVerification();
                }
            }),
            number("connections", HandlerSocketClientBuilder::connections),
            number("maxDirectConnections", HandlerSocketClientBuilder::maxDirectConnections),
            duration("connectTimeout", HandlerSocketClientBuilder::connectTimeout),
            duration("requestTimeout", HandlerSocketClientBuilder::requestTimeout),
            duration("maxAge", HandlerSocketClientBuilder::maxAge),
            duration("idleTimeout", HandlerSocketClientBuilder::idleTimeout),
            duration("slowLookup", HandlerSocketClientBuilder::slowLookup),
            number("maxInFlight", HandlerSocketClientBuilder::maxInFlight),
            number("maxWaiting", HandlerSocketClientBuilder::maxWaiting),
            number("maxLineBytes", HandlerSocketClientBuilder::maxLineBytes),
            number("maxOpenIndexes", HandlerSocketClientBuilder::maxOpenIndexes),
            onOff("guard", (builder, on) -> {
                if (!on) {
                    builder.withoutGuard();
                }
            }),
            onOff("allowUntestedServer", HandlerSocketClientBuilder::allowUntestedServer)));

    private ClientUri() {}

    static HandlerSocketClientBuilder read(String text, HandlerSocketClientBuilder builder) {
        URI uri = parse(text);
        if (uri.getHost() != null) {
            builder.host(uri.getHost().replaceAll("[\\[\\]]", ""));
            if (uri.getPort() >= 0) {
                named("port", () -> builder.port(uri.getPort()));
            }
        }
        String user = uri.getRawUserInfo();
        if (user != null) {
            if (!user.startsWith(":")) {
                throw bad("a user name (expected only a secret: handlersocket://:secret@host)");
            }
            builder.secret(decoded(user.substring(1)));
        }
        String path = uri.getRawPath();
        if (path != null && path.length() > 1) {
            if (path.indexOf('/', 1) > 0) {
                throw bad("a path of several parts (expected one schema)");
            }
            builder.schema(decoded(path.substring(1)));
        }
        if (uri.getRawQuery() != null) {
            options(uri.getRawQuery(), builder);
        }
        return builder;
    }

    private static URI parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) { // whose message holds the text, and maybe a secret
            throw bad(e.getReason() + " at index " + e.getIndex());
        }
        if (!"handlersocket".equals(uri.getScheme()) || uri.isOpaque() || uri.getFragment() != null) {
            throw bad("no handlersocket://host:port/schema?option=value");
        }
        if (uri.getRawAuthority() != null && uri.getHost() == null) {
            throw bad("no single host in it");
        }
        return uri;
    }

    private static void options(String query, HandlerSocketClientBuilder builder) {
        Set<String> seen = new HashSet<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            BiConsumer<HandlerSocketClientBuilder, String> option = OPTIONS.get(name);
            if (option == null) {
                // Without a value it may be the end of a secret whose & is not escaped.
                throw bad((equals < 0 ? "an option without a value" : "unknown option '" + name + "'")
                        + " (expected one of " + OPTIONS.keySet() + ")");
            }
            if (equals < 0 || !seen.add(name)) {
                throw bad("option " + name + (equals < 0 ? " without a value" : " twice"));
            }
            String value = decoded(pair.substring(equals + 1));
            named(name, () -> option.accept(builder, value));
        }
    }

    private static void named(String name, Runnable option) {
        try {
            option.run();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw bad(message.startsWith(name) ? message : name + ": " + message);
        }
    }

    /** Percent signs only: a plus sign may be part of a secret. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("this Java has no default TLS context: " + e.getMessage(), e);
        }
    }

    private static Map.Entry<String, BiConsumer<HandlerSocketClientBuilder, String>> number(
            String name, BiConsumer<HandlerSocketClientBuilder, Integer> option) {
        return option(name, option, text -> text.matches("\\d{1,9}") ? Integer.valueOf(text) : null, "a number");
    }

    private static Map.Entry<String, BiConsumer<HandlerSocketClientBuilder, String>> duration(
            String name, BiConsumer<HandlerSocketClientBuilder, Duration> option) {
        return option(name, option, ClientUri::duration, "such as 500ms, 2s, 30m or PT2S");
    }

    private static Map.Entry<String, BiConsumer<HandlerSocketClientBuilder, String>> onOff(
            String name, BiConsumer<HandlerSocketClientBuilder, Boolean> option) {
        return option(name, option, text -> text.matches("true|false") ? Boolean.valueOf(text) : null, "true or false");
    }

    private static <T> Map.Entry<String, BiConsumer<HandlerSocketClientBuilder, String>> option(
            String name,
            BiConsumer<HandlerSocketClientBuilder, T> option,
            Function<String, @Nullable T> reader,
            String expected) {
        return Map.entry(name, (builder, text) -> {
            T value = reader.apply(text);
            if (value == null) {
                throw new IllegalArgumentException("'" + text + "' (expected " + expected + ")");
            }
            option.accept(builder, value);
        });
    }

    private static @Nullable Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (matcher.matches()) {
            long count = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                default -> Duration.ofHours(count);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static IllegalArgumentException bad(String why) {
        return new IllegalArgumentException("handlersocket URI: " + why);
    }
}
