// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tries the strategies in order until one gives a server. */
final class ServerSearch {
    static final String URL = "handlersocket.test.url";
    static final String USER = "handlersocket.test.user";
    static final String PASSWORD = "handlersocket.test.password";

    private static final Logger LOG = LoggerFactory.getLogger(HandlerSocketMariaDB.class);
    private static final Pattern ADDRESS =
            Pattern.compile("jdbc:(?:mariadb|mysql):(?:[a-z-]+:)?//([^:/,?]+)(?::([0-9]+))?(?:/([^?]*))?.*");

    /** Starts the container. */
    interface Docker {
        Endpoint start() throws UnavailableException;
    }

    /**
     * A server that answers.
     *
     * @param local the process, if it is one of ours
     * @param external the URL, if the server was there before
     */
    record Found(
            ServerStrategy strategy,
            Endpoint endpoint,
            @Nullable LocalServer local,
            @Nullable String external) {}

    private final Commands commands;
    private final DebianPackages packages;
    private final BinaryCache cache;

    ServerSearch(Commands commands, DebianPackages packages, BinaryCache cache) {
        this.commands = commands;
        this.packages = packages;
        this.cache = cache;
    }

    static ServerSearch ofThisMachine() {
        return new ServerSearch(Commands.ofThisMachine(), DebianPackages.ofThisMachine(), BinaryCache.ofThisUser());
    }

    Found find(List<ServerStrategy> order, ServerOptions options, Docker docker) {
        List<String> reasons = new ArrayList<>();
        for (ServerStrategy strategy : order) {
            try {
                Found found = attempt(strategy, options, docker);
                LOG.info(
                        "MariaDB by strategy '{}' at {}{}",
                        strategy.word(),
                        found.endpoint(),
                        reasons.isEmpty() ? "" : " (not by " + String.join("; not by ", reasons) + ")");
                return found;
            } catch (UnavailableException | IOException e) {
                reasons.add(strategy.word() + ": " + e.getMessage());
            }
        }
        throw new NoServerException(explanation(order, reasons), remedies(order));
    }

    private Found attempt(ServerStrategy strategy, ServerOptions options, Docker docker)
            throws UnavailableException, IOException {
        if (options.processControl && (strategy == ServerStrategy.EXTERNAL || strategy == ServerStrategy.DOCKER)) {
            throw new UnavailableException("this test kills, pauses or restarts its server");
        }
        return switch (strategy) {
            case EXTERNAL -> external(options);
            case DOCKER -> {
                DockerLookup.requireEngine();
                yield new Found(strategy, docker.start(), null, null);
            }
            case LOCAL -> {
                ServerBinaries installed = ServerBinaries.installed(commands, options.pluginFiles());
                ServerVersion.require(options.line, installed.number());
                if (options.galera != null) {
                    options.galera.setFiles(GaleraFiles.installed(commands, installed.basedir()));
                }
                yield local(strategy, installed, options);
            }
            case DOWNLOAD -> {
                if (options.galera != null) {
                    options.galera.setFiles(downloadedGalera());
                }
                yield local(strategy, downloaded(options), options);
            }
        };
    }

    private static Found external(ServerOptions options) throws UnavailableException {
        String url = System.getProperty(URL, "");
        if (url.isBlank()) {
            throw new UnavailableException("no " + URL);
        }
        Matcher address = ADDRESS.matcher(url);
        if (!address.matches()) {
            throw new IllegalArgumentException(URL + "=" + url + " (expected jdbc:mariadb://host:port/database)");
        }
        options.user = orElse(System.getProperty(USER), options.user);
        options.password = orElse(System.getProperty(PASSWORD), options.password);
        options.rootPassword = options.password;
        options.database = orElse(address.group(3), options.database);
        int port = address.group(2) == null ? 3306 : Integer.parseInt(address.group(2));
        // Not caught: who names a server wants this one.
        Sql sql = new Sql(url, options.user, options.password);
        Endpoint endpoint = Endpoint.of(address.group(1), port, sql);
        ServerVersion.require(options.line, sql.variable("version"));
        return new Found(ServerStrategy.EXTERNAL, endpoint, null, url);
    }

    private static String orElse(@Nullable String value, String other) {
        return value == null || value.isBlank() ? other : value;
    }

    private Found local(ServerStrategy strategy, ServerBinaries binaries, ServerOptions options)
            throws UnavailableException, IOException {
        LocalServer server = LocalServer.start(binaries, options, cache);
        return new Found(strategy, server.endpoint(), server, null);
    }

    private ServerBinaries downloaded(ServerOptions options) throws UnavailableException, IOException {
        return ServerBinaries.unpacked(
                cache.folder(packages.cacheName(options.line, options.engines), folder -> {
                    if (options.line == null) {
                        packages.unpackInto(folder, options.engines);
                    } else {
                        packages.unpackLine(folder, options.line, options.engines);
                    }
                    // What cannot run here must not stay in the cache.
                    ServerBinaries.unpacked(folder, options.pluginFiles()).version();
                }),
                options.pluginFiles());
    }

    private GaleraFiles downloadedGalera() throws UnavailableException, IOException {
        return GaleraFiles.unpacked(cache.folder("galera-" + packages.cacheName(null, List.of()), folder -> {
            packages.unpackGalera(folder);
            GaleraFiles.unpacked(folder);
        }));
    }

    private static String explanation(List<ServerStrategy> order, List<String> reasons) {
        String tried = reasons.stream().map(reason -> "  - " + reason).collect(Collectors.joining("\n"));
        return "Tried, as -D" + ServerStrategy.PROPERTY + "="
                + order.stream().map(ServerStrategy::word).collect(Collectors.joining(",")) + " says:\n" + tried;
    }

    private static String remedies(List<ServerStrategy> order) {
        String download = order.contains(ServerStrategy.DOWNLOAD)
                ? ""
                : "\n  - without root on Debian or Ubuntu: add 'download' to -D" + ServerStrategy.PROPERTY
                        + " (fetches the distribution's packages into "
                        + "your cache folder and runs them)";
        return "Any one of these helps:"
                + "\n  - Docker: start the engine (it must be reachable by DOCKER_HOST or /var/run/docker.sock)"
                + "\n  - Debian, Ubuntu: sudo apt-get install mariadb-server (no need to start it)"
                + "\n  - Fedora: sudo dnf install mariadb-server (no need to start it)"
                + "\n  - macOS: brew install mariadb if its plugin folder has handlersocket.so, else Docker"
                + "\n  - a server of yours: -D" + URL + "=jdbc:mariadb://host:3306/test -D" + USER + "=... -D"
                + PASSWORD
                + "=..." + download;
    }
}
