// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
 * The client and its tests once more, in a class loader of their own, with one class compiled from a changed source: so that a
 * protection can be switched off by a test without a switch in the client.
 */
public final class Mutant implements AutoCloseable {

    private static final Pattern OURS = Pattern.compile("io\\.handlersocket\\.(?!testkit\\.).*");

    private final Class<?> main;
    private final ChildFirst loader;

    /**
     * The client as it is.
     *
     * @param main a class in the root package of the sources that are tested
     */
    Mutant(Class<?> main) throws IOException {
        this.main = main;
        loader = new ChildFirst(main, List.of());
    }

    /**
     * The client with one change.
     *
     * @param main a class in the root package of the sources that are tested
     * @param folder an empty one, for the changed class
     * @param source the file, below that package
     * @param text what is in it exactly once
     * @param replacement what takes its place
     */
    Mutant(Class<?> main, Path folder, String source, String text, String replacement) throws IOException {
        Path file = Path.of("src/main/java", main.getPackageName().replace('.', '/'), source);
        String code = Files.readString(file);
        assertThat(code.split(Pattern.quote(text), -1))
                .as("'%s' in %s, and what is around it", text, source)
                .hasSize(2);
        compile(folder, file.toUri(), code.replace(text, replacement));
        this.main = main;
        loader = new ChildFirst(main, List.of(folder));
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
     * Runs a test on this client.
     *
     * @param check its class below the root package, and after a # its method if it is not all of them
     */
    TestExecutionSummary run(String check) throws ClassNotFoundException {
        String[] names = check.split("#", 2);
        Class<?> test = Class.forName(main.getPackageName() + '.' + names[0], false, loader);
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

    /** Finds the client and its tests here first, and everything else where it always is. */
    private static final class ChildFirst extends URLClassLoader {

        ChildFirst(Class<?> main, List<Path> first) throws IOException {
            super(urls(main, first), Mutant.class.getClassLoader());
        }

        private static URL[] urls(Class<?> main, List<Path> first) throws IOException {
            List<URL> urls = new ArrayList<>();
            for (Path folder : first) {
                urls.add(folder.toUri().toURL());
            }
            for (Class<?> any : List.of(main, HandlerSocketClient.class, Mutant.class)) {
                urls.add(any.getProtectionDomain().getCodeSource().getLocation());
            }
            return urls.toArray(new URL[0]);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && OURS.matcher(name).matches()) {
                    loaded = findClass(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }
}
