// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * The client, the Hibernate module, the extension and its tests once more, in a class loader of their own, with one class
 * compiled from a changed source: so that a protection can be switched off by a test without a switch in the code.
 */
final class Mutant implements AutoCloseable {

    /** Where a source is. */
    enum Module {
        REPLICAS("src/main/java/io/handlersocket/replicas"),
        HIBERNATE("../../hibernate-integration/src/main/java/io/handlersocket/hibernate");

        private final Path sources;

        Module(String sources) {
            this.sources = Path.of(sources);
        }
    }

    private static final String ALL = "io.handlersocket.";
    private static final String PACKAGE = ALL + "replicas.";
    private static final String CLIENT = ALL + "client.";
    private static final String HIBERNATE = ALL + "hibernate.";

    private final ChildFirst loader;

    /** All as it is. */
    Mutant() throws IOException {
        loader = new ChildFirst(List.of());
    }

    /**
     * All with one change.
     *
     * @param folder an empty one, for the changed class
     * @param source the file, below the package of the module
     * @param text what is in it exactly once
     * @param replacement what takes its place
     */
    Mutant(Path folder, Module module, String source, String text, String replacement) throws IOException {
        Path file = module.sources.resolve(source);
        String code = Files.readString(file);
        assertThat(code.split(java.util.regex.Pattern.quote(text), -1))
                .as("'%s' in %s, and what is around it", text, source)
                .hasSize(2);
        compile(folder, file.toUri(), code.replace(text, replacement));
        loader = new ChildFirst(List.of(folder));
    }

    private static void compile(Path folder, URI name, String code) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject source = new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return code;
            }
        };
        StringWriter errors = new StringWriter();
        List<String> options =
                List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
        assertThat(compiler.getTask(errors, null, null, options, null, List.of(source))
                        .call())
                .as("compiles: %s", errors)
                .isTrue();
    }

    /**
     * Runs a test.
     *
     * @param check its class, without {@code io.handlersocket}, and after a # its method if it is not all of them
     */
    TestExecutionSummary run(String check) throws ClassNotFoundException {
        String[] names = check.split("#", 2);
        Class<?> test = Class.forName(ALL + names[0], false, loader);
        DiscoverySelector selector = names.length == 1 ? selectClass(test) : selectMethod(test, names[1]);
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Launcher launcher = LauncherFactory.create();
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(selector)
                            .build(),
                    listener);
        } finally {
            thread.setContextClassLoader(before);
        }
        return listener.getSummary();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    /** Finds these classes here first, and everything else where it always is. */
    private static final class ChildFirst extends URLClassLoader {

        ChildFirst(List<Path> first) throws IOException {
            super(urls(first), Mutant.class.getClassLoader());
        }

        private static URL[] urls(List<Path> first) throws IOException {
            List<URL> urls = new ArrayList<>();
            for (Path folder : first) {
                urls.add(folder.toUri().toURL());
            }
            for (Class<?> one :
                    List.of(HandlerSocketClient.class, HandlerSocketLoads.class, Replicas.class, Mutant.class)) {
                urls.add(one.getProtectionDomain().getCodeSource().getLocation());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null
                        && (name.startsWith(PACKAGE) || name.startsWith(CLIENT) || name.startsWith(HIBERNATE))) {
                    loaded = findClass(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }
}
