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
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;

/** Reads {@code handlersocket://host:port/schema?option=value}. No exception message contains a secret. */
final class ClientUri {

    /** Sets an option of the builder from text. Options have the builder's names, or name what they switch off. */
    static final Map<String, BiConsumer<HandlerSocketClientBuilder, String>> OPTIONS = new TreeMap<>();

    static {
        OPTIONS.put("name", HandlerSocketClientBuilder::name);
        OPTIONS.put("host", HandlerSocketClientBuilder::host);
        OPTIONS.put("port", (builder, text) -> builder.port(number(text)));
        OPTIONS.put("secret", HandlerSocketClientBuilder::secret);
        OPTIONS.put("unixSocket", HandlerSocketClientBuilder::unixSocket);
        OPTIONS.put("schema", HandlerSocketClientBuilder::schema);
        OPTIONS.put("tls", (builder, text) -> when(trueOrFalse(text), () -> builder.tls(defaultContext())));
        OPTIONS.put(
                "tlsHostnameVerification",
                (builder, text) -> when(!trueOrFalse(text), builder::withoutTlsHostnameVerification));
        OPTIONS.put("connections", (builder, text) -> builder.connections(number(text)));
        OPTIONS.put("maxDirectConnections", (builder, text) -> builder.maxDirectConnections(number(text)));
        OPTIONS.put("connectTimeout", (builder, text) -> builder.connectTimeout(duration(text)));
        OPTIONS.put("requestTimeout", (builder, text) -> builder.requestTimeout(duration(text)));
        OPTIONS.put("maxAge", (builder, text) -> builder.maxAge(duration(text)));
        OPTIONS.put("idleTimeout", (builder, text) -> builder.idleTimeout(duration(text)));
        OPTIONS.put("slowLookup", (builder, text) -> builder.slowLookup(duration(text)));
        OPTIONS.put("maxInFlight", (builder, text) -> builder.maxInFlight(number(text)));
        OPTIONS.put("maxWaiting", (builder, text) -> builder.maxWaiting(number(text)));
        OPTIONS.put("maxLineBytes", (builder, text) -> builder.maxLineBytes(number(text)));
        OPTIONS.put("maxOpenIndexes", (builder, text) -> builder.maxOpenIndexes(number(text)));
        OPTIONS.put("guard", (builder, text) -> when(!trueOrFalse(text), builder::withoutGuard));
        OPTIONS.put("allowUntestedServer", (builder, text) -> builder.allowUntestedServer(trueOrFalse(text)));
    }

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
                throw malformed("it has a user name (expected only a secret: handlersocket://:secret@host)");
            }
            builder.secret(decoded(user.substring(1)));
        }
        String path = uri.getRawPath();
        if (path != null && path.length() > 1) {
            if (path.indexOf('/', 1) > 0) {
                throw malformed("its path has several parts (expected one schema)");
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
        } catch (URISyntaxException e) { // its message contains the text, and so perhaps a secret
            throw malformed(e.getReason() + " at index " + e.getIndex());
        }
        if (!"handlersocket".equals(uri.getScheme()) || uri.isOpaque() || uri.getFragment() != null) {
            throw malformed("not of the form handlersocket://host:port/schema?option=value");
        }
        if (uri.getRawAuthority() != null && uri.getHost() == null) {
            throw malformed("it does not name a single host");
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
                // Text without a value may be the end of a secret whose & is not escaped: do not show it.
                throw malformed((equals < 0 ? "an option has no value" : "unknown option '" + name + "'")
                        + " (expected one of " + OPTIONS.keySet() + ")");
            }
            if (equals < 0 || !seen.add(name)) {
                throw malformed("option " + name + (equals < 0 ? " has no value" : " is repeated"));
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
            throw malformed(message.startsWith(name) ? message : name + ": " + message);
        }
    }

    /** Decodes percent escapes only: a plus sign may be part of a secret. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("this JVM has no default TLS context: " + e.getMessage(), e);
        }
    }

    private static void when(boolean wanted, Runnable option) {
        if (wanted) {
            option.run();
        }
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,10}")) {
            throw unexpected(text, "a number");
        }
        long number = Long.parseLong(text);
        if (number > Integer.MAX_VALUE) {
            throw unexpected(text, "a number up to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private static boolean trueOrFalse(String text) {
        if (!text.matches("true|false")) {
            throw unexpected(text, "true or false");
        }
        return text.equals("true");
    }

    private static Duration duration(String text) {
        if (text.matches("\\d{1,9}[mu]s")) {
            long value = Long.parseLong(text.substring(0, text.length() - 2));
            return Duration.of(value, text.endsWith("ms") ? ChronoUnit.MILLIS : ChronoUnit.MICROS);
        }
        try {
            return Duration.parse(text.matches("\\d{1,9}[smh]") ? "PT" + text : text);
        } catch (DateTimeParseException e) {
            throw unexpected(text, "such as 500ms, 2s, 30m or PT2S");
        }
    }

    private static IllegalArgumentException unexpected(String text, String expected) {
        return new IllegalArgumentException("'" + text + "' (expected " + expected + ")");
    }

    private static IllegalArgumentException malformed(String reason) {
        return new IllegalArgumentException("handlersocket URI: " + reason);
    }
}
