// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of the JVMs, seen from the parent. */
final class Child implements AutoCloseable {

    private static final long ANSWER_SECONDS = 60;

    private final int number;
    private final Path log;
    private final Process process;
    private final Writer questions;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile @Nullable Status last;

    private Child(int number, Path log, Process process) {
        this.number = number;
        this.log = log;
        this.process = process;
        this.questions = new OutputStreamWriter(process.getOutputStream(), UTF_8);
        Thread reader = new Thread(this::readAnswers, "chaos-child-" + number);
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it; {@link #awaitReady} waits until it works. */
    static Child start(
            int number, int children, long seed, Path folder, Map<String, String> environment, List<String> properties)
            throws IOException {
        Path log = folder.resolve("child-" + number + ".log");
        List<String> arguments = new ArrayList<>(List.of(
                String.valueOf(number), String.valueOf(children), String.valueOf(seed + number), folder.toString()));
        arguments.addAll(properties);
        return new Child(number, log, process(ChaosChild.class, arguments, environment, log));
    }

    /** Starts a JVM with the options of all of them. */
    static Process process(Class<?> program, List<String> arguments, Map<String, String> environment, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-XX:MaxDirectMemorySize=64m",
                "-Dio.netty.leakDetection.level=paranoid",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void readAnswers() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(line);
            }
        } catch (IOException ended) {
            // The next question says so.
        }
    }

    void awaitReady() throws IOException {
        if (!answer("its start").equals(ChaosChild.READY)) {
            throw new IOException(this + " did not start, see " + log);
        }
    }

    /** Asks one question, and waits for its answer. */
    synchronized String ask(String question) throws IOException {
        questions.write(question + "\n");
        questions.flush();
        return answer(question);
    }

    private String answer(String question) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
        while (System.nanoTime() < deadline) {
            String line = poll();
            if (line != null && line.startsWith("= ")) {
                return line.substring(2);
            }
            if (line != null || (!process.isAlive() && answers.isEmpty())) {
                throw new IOException(this + ": " + (line == null ? "ended, see " + log : line));
            }
        }
        throw new IOException(this + " does not answer: " + question);
    }

    private @Nullable String poll() throws IOException {
        try {
            return answers.poll(100, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    Status status() throws IOException {
        Status status = ChaosChild.JSON.readValue(ask("status"), Status.class);
        last = status;
        return status;
    }

    /** As of the last question, without asking; null before the first. */
    @Nullable
    Status last() {
        return last;
    }

    long pid() {
        return process.pid();
    }

    /** Lines of its log that report a buffer that was not released. */
    List<String> leaks() throws IOException {
        return leaks(log);
    }

    static List<String> leaks(Path log) throws IOException {
        return Files.readAllLines(log, java.nio.charset.StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.contains("LEAK:"))
                .toList();
    }

    /** Returns when it has ended. */
    @Override
    public void close() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public String toString() {
        return "JVM " + number;
    }
}
