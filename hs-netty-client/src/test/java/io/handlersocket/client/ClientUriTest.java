// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientUriTest {

    @Test
    void everyPartAndOptionReachesTheBuilder() {
        assertThat(HandlerSocketClient.builder("handlersocket://:s%40c%2Br+t@db.example.com:9998/game?name=shop"
                        + "&connections=2&maxDirectConnections=0&connectTimeout=250ms&requestTimeout=PT2S&maxAge=1h"
                        + "&idleTimeout=5m&slowLookup=3s&maxInFlight=7&maxWaiting=8&maxLineBytes=4096&maxOpenIndexes=9&guard=false"
                        + "&allowUntestedServer=true&tls=true&tlsHostnameVerification=false"))
                .hasToString("HandlerSocketClientBuilder[name=shop, host=db.example.com, port=9998, secret=***,"
                        + " unixSocket=null, schema=game, tls=true, tlsHostnameVerification=false, connections=2,"
                        + " maxDirectConnections=0, connectTimeout=PT0.25S, requestTimeout=PT2S, maxAge=PT1H,"
                        + " idleTimeout=PT5M, slowLookup=PT3S, maxInFlight=7, maxWaiting=8, maxLineBytes=4096, maxOpenIndexes=9,"
                        + " guard=false, allowUntestedServer=true]");
    }

    @Test
    void whatIsMissingStaysAtItsDefault() {
        assertThat(HandlerSocketClient.builder("handlersocket:///"))
                .hasToString(HandlerSocketClient.builder().toString());
        assertThat(HandlerSocketClient.builder("handlersocket:///game?unixSocket=/run/hs.sock"))
                .hasToString(HandlerSocketClient.builder()
                        .schema("game")
                        .unixSocket("/run/hs.sock")
                        .toString());
        assertThat(HandlerSocketClient.builder("handlersocket://[::1]:9998"))
                .hasToString(
                        HandlerSocketClient.builder().host("::1").port(9998).toString());
    }

    @Test
    void aNumberCanBeAsLargeAsTheBuilderTakesIt() {
        assertThat(HandlerSocketClient.builder("handlersocket://h?maxLineBytes=1073741824"))
                .hasToString(HandlerSocketClient.builder()
                        .host("h")
                        .maxLineBytes(1_073_741_824)
                        .toString());
    }

    @Test
    void everyOptionThatIsTextCanBeGiven() {
        Set<String> ofCode = Set.of("dataSource", "callbackExecutor", "listener", "tlsParameters", "writes");
        Set<String> methods = Arrays.stream(HandlerSocketClientBuilder.class.getMethods())
                .filter(method -> method.getReturnType() == HandlerSocketClientBuilder.class)
                .map(Method::getName)
                .filter(name -> !ofCode.contains(name))
                .map(name -> name.startsWith("without")
                        ? name.substring(7, 8).toLowerCase(java.util.Locale.ROOT) + name.substring(8)
                        : name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ClientUri.OPTIONS.keySet()).containsExactlyElementsOf(methods);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jdbc:mariadb://host/db                | not of the form handlersocket://host:port
                    handlersocket:opaque                  | not of the form handlersocket://host:port
                    handlersocket://a:1,b:2/db            | not name a single host
                    handlersocket://root:hidden@h/db      | a user name
                    handlersocket://h/db/table            | several parts
                    handlersocket://:hidden@h/db?tiemout=1| unknown option 'tiemout' (expected one of [allowUntestedServer,
                    handlersocket://h?connections=many    | connections: 'many' (expected a number)
                    handlersocket://h?maxInFlight=3000000000| maxInFlight: '3000000000' (expected a number up to 2147483647)
                    handlersocket://h?connections=65      | connections: 65 (expected 1 to 64)
                    handlersocket://h?requestTimeout=2    | requestTimeout: '2' (expected such as 500ms
                    handlersocket://h?guard=off           | guard: 'off' (expected true or false)
                    handlersocket://h?name                | option name has no value
                    handlersocket://h?secret=hidden&secret=hidden | option secret is repeated
                    handlersocket://h?secret=hid%zzden    | Malformed escape pair
                    handlersocket://:hid den@h            | Illegal character in authority
                    handlersocket://h:99999               | port: 99999
                    handlersocket://h?unixSocket=hs.sock  | unixSocket: hs.sock (expected an absolute path)
                    """)
    void whatIsWrongIsSaidWithoutTheSecret(String uri, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerSocketClient.builder(uri.strip()))
                .withMessageStartingWith("handlersocket URI: ")
                .withMessageContaining(message.strip())
                .satisfies(e -> {
                    for (Throwable at = e; at != null; at = at.getCause()) {
                        assertThat(String.valueOf(at.getMessage())).doesNotContain("hid");
                    }
                });
    }
}
