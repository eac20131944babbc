/* Native attackers of the self-test: one program for all of them, also compiled as an addon of Node.js (-DADDON).
 *
 * Like the attackers in attackers.py, each tries one forbidden action and prints "got ..." or "refused ...". */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define BOT_SOCKET 3
#define PAGE 4096UL
#define MB (1UL << 20)
#define PAGE_TABLE_SPAN (2 * MB) /* the addresses that one page of a page table maps */

static char target[65536];

/* Return the value of a field of the target, which is one line of flat JSON. */
static const char *field(const char *name) {
    static char value[4096];
    char key[64];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(target, key);
    value[0] = 0;
    if (at) {
        at += strlen(key);
        sscanf(at, *at == '"' ? "\"%4095[^\"]" : "%4095[^,}]", value);
    }
    return value;
}

static size_t wanted_mb(void) { return 4 * strtoul(field("memory_mb"), NULL, 10); }

static void got(const char *what) { printf("got %s\n", what); }

static void got_mb(size_t amount, const char *of) { printf("got %zu MB of %s\n", amount, of); }

static void refused(void) { printf("refused %s\n", strerror(errno)); }

static void report(long result, const char *what) { result < 0 ? refused() : got(what); }

/* Memory: each tries to hold four times its limit. */

static void take_memory(void) {
    for (size_t mb = 0; mb < wanted_mb(); mb += 8) {
        char *block = malloc(8 * MB);
        if (!block) return refused();
        memset(block, 1, 8 * MB);
    }
    got_mb(wanted_mb(), "memory");
}

static void write_then_protect(void) {
    for (size_t mb = 0; mb < wanted_mb(); mb += 8) {
        char *block = mmap(NULL, 8 * MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return refused();
        memset(block, 1, 8 * MB);
        mprotect(block, 8 * MB, PROT_READ);
    }
    got_mb(wanted_mb(), "memory that it had written and then protected");
}

static void remap_stack(void) {
    volatile char deep[64 * PAGE];
    deep[0] = 1;
    char *page = (char *)(((size_t)deep + PAGE) & ~(PAGE - 1));
    char *block = mremap(page, PAGE, wanted_mb() * MB, MREMAP_MAYMOVE);
    if (block == MAP_FAILED) return refused();
    memset(block, 1, wanted_mb() * MB);
    got_mb(wanted_mb(), "memory grown from a page of its stack");
}

static void read_sparsely(void) {
    size_t tables = wanted_mb() * MB / PAGE, step = 4096;
    volatile char sum = 0;
    for (size_t table = 0; table < tables; table += step) {
        char *block = mmap(NULL, step * PAGE_TABLE_SPAN, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) return refused();
        for (size_t at = 0; at < step; at++) sum += block[at * PAGE_TABLE_SPAN];
    }
    got_mb(wanted_mb(), "page tables");
}

/* The stop between questions: each says that it is at work; the referee then stops it and reads its clock. */

#define THREADS 3

static void *work(void *unused) {
    for (volatile unsigned long counter = 0; counter + 1; counter++);
    return unused;
}

/* Do this in several threads. */
static void do_everywhere(void *(*act)(void *)) {
    pthread_t thread;
    for (int at = 0; at < THREADS; at++) pthread_create(&thread, NULL, act, NULL);
    if (write(BOT_SOCKET, ".", 1) == 1) act(NULL);
}

static void *send_by_kill(void *unused) {
    while (kill(getpid(), SIGCONT) == 0);
    return unused;
}

static void *send_by_tkill(void *unused) {
    while (syscall(SYS_tkill, getpid(), SIGCONT) == 0);
    return unused;
}

static void *send_by_tgkill(void *unused) {
    while (syscall(SYS_tgkill, getpid(), gettid(), SIGCONT) == 0);
    return unused;
}

static void keep_running(void) { do_everywhere(work); }

static void wake_by_kill(void) { do_everywhere(send_by_kill); }

static void wake_by_tkill(void) { do_everywhere(send_by_tkill); }

static void wake_by_tgkill(void) { do_everywhere(send_by_tgkill); }

static void wake_by_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    timer_t timer;
    struct itimerspec often = {{0, 100000}, {0, 100000}};
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0)
        syscall(SYS_timer_settime, timer, 0, &often, NULL);
    keep_running();
}

static void wake_by_descriptor(void) {
    fcntl(BOT_SOCKET, F_SETOWN, getpid());
    fcntl(BOT_SOCKET, 10 /* F_SETSIG */, SIGCONT);
    fcntl(BOT_SOCKET, F_SETFL, O_ASYNC | O_NONBLOCK);
    keep_running();
}

static void note(int number) { (void)number; }

static void wake_by_interval_timers(void) {
    for (int number = 1; number < 65; number++) signal(number, note);
    struct itimerval often = {{0, 50}, {0, 50}};
    for (int timer = ITIMER_REAL; timer <= ITIMER_PROF; timer++) setitimer(timer, &often, NULL);
    keep_running();
}

/* Evidence: a signal interrupts the forbidden call before anyone has read the notice of it. */

static pthread_t attacking;

static void *interrupt_often(void *unused) {
    while (pthread_kill(attacking, SIGUSR1) == 0);
    return unused;
}

static void try_once_and_wait(void) {
    syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
    for (time_t until = time(NULL) + 3; time(NULL) < until;) usleep(1000);
}

static void install_handler(int number) {
    struct sigaction action = {.sa_handler = note}; /* without SA_RESTART */
    sigaction(number, &action, NULL);
}

static void hide_behind_timer(void) {
    struct itimerval soon = {{0, 0}, {0, 8}};
    install_handler(SIGALRM);
    setitimer(ITIMER_REAL, &soon, NULL);
    try_once_and_wait();
}

static void hide_behind_thread(void) {
    pthread_t thread;
    install_handler(SIGUSR1);
    attacking = pthread_self();
    pthread_create(&thread, NULL, interrupt_often, NULL);
    try_once_and_wait();
}

static void hide_and_exit(void) {
    struct itimerval soon = {{0, 0}, {0, 8}};
    install_handler(SIGALRM);
    setitimer(ITIMER_REAL, &soon, NULL);
    syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
    _exit(0);
}

/* Files */

static void truncate_by_reading(void) {
    int flags[] = {O_RDONLY | O_TRUNC, O_ACCMODE | O_TRUNC};
    for (int at = 0; at < 2; at++) {
        if (open(field("own"), flags[at]) >= 0 || syscall(SYS_open, field("own"), flags[at]) >= 0)
            return got("its own file emptied");
    }
    struct { unsigned long long flags, mode, resolve; } how = {O_RDONLY | O_TRUNC, 0, 0};
    report(syscall(437 /* openat2 */, AT_FDCWD, field("own"), &how, sizeof how), "its own file emptied by openat2");
}

/* What is in the page cache: a bot could leave marks there for its next game. */

static int own_file(void) { return open(field("own"), O_RDONLY); }

static void advise_on_cache(void) {
    errno = posix_fadvise(own_file(), 0, 0, POSIX_FADV_DONTNEED);
    report(-errno, "a file out of the cache");
}

static void read_ahead(void) { report(readahead(own_file(), 0, PAGE), "a file into the cache"); }

static void read_if_cached(void) {
    char byte;
    struct iovec where = {&byte, 1};
    report(syscall(SYS_preadv2, own_file(), &where, 1, 0, 0, 8 /* RWF_NOWAIT */), "a look into the cache (preadv2)");
}

static void look_at_cache(void) {
    unsigned char cached;
    char *file = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, own_file(), 0);
    report(mincore(file, PAGE, &cached), "a look into the cache (mincore)");
}

static void page_out(void) {
    char *file = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, own_file(), 0);
    report(madvise(file, PAGE, 21 /* MADV_PAGEOUT */), "a page out of the cache");
}

static const struct {
    const char *name;
    void (*act)(void);
} attackers[] = {
    {"take memory", take_memory},
    {"write then protect", write_then_protect},
    {"remap stack", remap_stack},
    {"read sparsely", read_sparsely},
    {"keep running", keep_running},
    {"wake by kill", wake_by_kill},
    {"wake by tkill", wake_by_tkill},
    {"wake by tgkill", wake_by_tgkill},
    {"wake by timer", wake_by_timer},
    {"wake by descriptor", wake_by_descriptor},
    {"wake by interval timers", wake_by_interval_timers},
    {"hide behind timer", hide_behind_timer},
    {"hide behind thread", hide_behind_thread},
    {"hide and exit", hide_and_exit},
    {"truncate by reading", truncate_by_reading},
    {"advise on cache", advise_on_cache},
    {"read ahead", read_ahead},
    {"read if cached", read_if_cached},
    {"look at cache", look_at_cache},
    {"page out", page_out},
};

static int attack(void) {
    for (size_t at = 0; at < sizeof attackers / sizeof attackers[0]; at++) {
        if (strcmp(attackers[at].name, field("attack")) == 0) {
            attackers[at].act();
            return fflush(stdout);
        }
    }
    printf("got nothing: there is no attack `%s`\n", field("attack"));
    return fflush(stdout);
}

#ifdef ADDON
void *napi_register_module_v1(void *environment, void *exports) {
    (void)environment;
    snprintf(target, sizeof target, "%s", getenv("TARGET"));
    attack();
    return exports;
}
#else
int main(void) {
    return read(BOT_SOCKET, target, sizeof target - 1) > 0 ? attack() : 1;
}
#endif
